// Names that the file does not have: what comes from another file is shown under the parameter or variable that holds it.
import { test } from "vitest";
import { checkFile } from "./facts-of.ts";

const mask = `#pragma once
#include <cute/tensor.hpp>
using namespace cute;
template <class Shape>
__device__ void apply(int const thread_idx, Shape const shape) { // thread_idx -> thread_idx
  auto coord = make_coord(thread_idx / 8, thread_idx % 8); // coord -> (⌊thread_idx/8⌋,thread_idx%8)
  auto padded = make_shape(get<0>(shape) * 2, _4{}); // padded -> (2*shape.0,_4)
}`;

const kernel = `#include "mask.h"
__global__ void kernel(int rows) {
  apply(threadIdx.x - 128, make_shape(rows, _4{}));
}`;

test("an argument that rests on symbols of another file is a symbol under the parameter's name", () =>
  checkFile({ "/p/mask.h": mask, "/p/kernel.cu": kernel }, "/p/mask.h"));

const helper = `#pragma once
struct Tile { int row; };
inline Tile locate(int i) { return {i * 64}; }`;

const user = `#include "helper.h"
#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(int a) {
  auto l = make_layout(make_shape(locate(a).row, _2{})); // l -> (64*a,_2):(_1,64*a)
}`;

test("symbols that the file has stay as they are", () =>
  checkFile({ "/p/helper.h": helper, "/p/user.cu": user }, "/p/user.cu"));
