// `sizeof`, against what g++ prints for the same classes: unions, anonymous members, `alignas` of every form, references and pointers.
import { test } from "vitest";
import { checkCpp } from "./facts-of.ts";

test("unions and the fields of anonymous ones stand at one place", () =>
  checkCpp(`
struct Shared {
  char a;
  union { cute::array_aligned<half_t, 64> b; cute::array_aligned<half_t, 192> c; };
  uint64_t barrier;
};
union Either { uint32_t a; uint64_t b[3]; char c; };
struct Holds { char a; Either either; };
struct Nested { union { struct { char a; uint32_t b; }; uint16_t c[5]; }; char d; };
void f() {
  int shared = sizeof(Shared); // shared -> 416
  int either = sizeof(Either); // either -> 24
  int holds = sizeof(Holds); // holds -> 32
  int nested = sizeof(Nested); // nested -> 16
}`));

test("a class that only a field names has the field's members", () =>
  checkCpp(`
struct A {
  union { float m[64]; double e[16]; } tensors;
  struct { int x; char c[5]; } pair[2];
  struct { uint64_t full, empty; } first, second;
  int y;
};
void f(A& a) {
  int size = sizeof(A); // size -> 320
  auto m = a.tensors.m; // m -> ptr[32b]
}`));

test("alignas of a class, of a field, by a name, an expression and CUDA's spelling", () =>
  checkCpp(`
constexpr int kAlign = 64;
struct alignas(128) Class { char a; };
struct alignas(kAlign) Named { char a; };
struct __align__(16) Cuda { char a; };
struct CUTE_ALIGNAS(32) Cute { char a; };
struct Field { char a; alignas(kAlign) char b; };
struct Expression { char a; alignas(2 * kAlign) char b; };
struct Type { char a; alignas(uint64_t) char b; };
template <int N> struct Template { alignas(N) char a; };
struct Member { char a; Class b; };
void f() {
  int a = sizeof(Class); // a -> 128
  int b = sizeof(Named); // b -> 64
  int c = sizeof(Cuda); // c -> 16
  int d = sizeof(Cute); // d -> 32
  int e = sizeof(Field); // e -> 128
  int g = sizeof(Expression); // g -> 256
  int h = sizeof(Type); // h -> 16
  int i = sizeof(Template<32>); // i -> 32
  int j = sizeof(Member); // j -> 256
}`));

test("a reference and a pointer to a class take eight bytes, whatever they lead to", () =>
  checkCpp(`
struct Large { uint64_t a[16]; };
struct Refers { Large& a; Large* b; Large const* c[2]; };
void f() {
  int a = sizeof(Refers); // a -> 32
  int b = sizeof(Large*); // b -> 8
}`));

test("what is not known of a size is not guessed: widths of values, bit-fields", () =>
  checkCpp(`
struct Bits { uint32_t a : 3; uint32_t b : 4; };
void f() {
  int64_t wide = 3;
  half_t array[10];
  int a = sizeof(wide); // a -> a
  int b = sizeof(array); // b -> 20
  int c = sizeof(Bits); // c -> c
  int d = sizeof(int[4]); // d -> 16
}`));

test("a class's bases stand before its fields, an empty one takes no room and still aligns", () =>
  checkCpp(`
struct Empty {};
struct Two { int x; char y; };
struct Behind : Empty { int z; };
struct Nothing : cute::aligned_struct<256> {};
struct Tile : cute::aligned_struct<128, _1> { array_aligned<half_t, 100, 128> a; int b; };
struct Either : cute::aligned_struct<16, _2> { union { struct { array<uint32_t, 4> p; int m; }; float o[7]; }; };
struct Inside : cute::aligned_struct<128, _1> { Tile first; };
struct Beside : cute::aligned_struct<128, _0> { Tile first; };
struct Filled : Two { char w; };
void f() {
  int a = sizeof(Behind); // a -> 4
  int b = sizeof(Nothing); // b -> 256
  int c = sizeof(Tile); // c -> 384
  int d = sizeof(Either); // d -> 32
  int e = sizeof(Beside); // e -> 384
  int g = sizeof(Inside); // g -> g
  int h = sizeof(Filled); // h -> h
  int i = sizeof(cute::array<half_t, 0>); // i -> 1
}`));

test("what CUTLASS keeps in shared memory for its pipelines has a size: a full and an empty barrier for each stage", () =>
  checkCpp(`
struct Pipelines {
  alignas(16) cutlass::arch::ClusterTransactionBarrier q;
  alignas(16) cutlass::arch::ClusterBarrier o;
  alignas(16) typename cutlass::PipelineTmaAsync<2>::SharedStorage k;
  typename cutlass::PipelineAsync<3>::SharedStorage v;
  typename cutlass::PipelineTransactionAsync<4>::SharedStorage t;
};
void f() {
  int a = sizeof(cutlass::PipelineTmaAsync<2>::SharedStorage); // a -> 32
  int b = sizeof(cutlass::PipelineAsync<3>::SharedStorage); // b -> 48
  int c = sizeof(cutlass::OrderedSequenceBarrier<1, 2>::SharedStorage); // c -> 16
  int d = sizeof(cutlass::PipelineState<3>); // d -> 12
  int e = sizeof(cutlass::FastDivmod); // e -> 12
  int g = sizeof(cutlass::FastDivmodU64); // g -> 24
  int h = sizeof(Pipelines); // h -> 176
}`));

test("whether a fragment is a descriptor, and a class built on another, is the compiler's", () =>
  checkCpp(`
struct Shape1 {}; struct Shape2 : Shape1 {};
template <class M>
void g(M m) {
  constexpr bool rs = !cute::is_base_of<cute::GMMA::DescriptorIterator, typename M::FrgTypeA>::value; // rs -> 0 / 1
  constexpr bool same = std::is_base_of_v<Shape1, Shape1>; // same -> 1
  constexpr bool other = std::is_base_of_v<Shape2, Shape1>; // other -> 0
}
void f() {
  g(make_tiled_mma(SM90_64x128x16_F32F16F16_SS<GMMA::Major::K, GMMA::Major::K>{}));
  g(make_tiled_mma(SM90_64x128x16_F32F16F16_RS<GMMA::Major::K, GMMA::Major::K>{}));
}`));

test("a class that only an alias names", () =>
  checkCpp(`
template <bool Both>
struct Storage {
  using Either = union { cute::array<float, 8> a; cute::array<half_t, 8> b; };
  using One = struct { cute::array<float, 8> a; cute::array<half_t, 8> b; };
  using Type = std::conditional_t<Both, One, Either>;
  Type tensors;
  uint32_t base;
};
void f() {
  int a = sizeof(Storage<true>); // a -> 52
  int b = sizeof(Storage<false>); // b -> 36
  Storage<true> storage;
  auto p = storage.tensors.b.data(); // p -> ptr[16b]
}`));

test("an array as a type: of numbers, of a class, of one that another class names", () =>
  checkCpp(`
struct S { alignas(16) half_t a[24]; char b; };
template <class T> struct Own { using Storage = typename T::Inner[2]; };
struct Epilogue { struct Inner { alignas(128) cute::array_aligned<half_t, 100> d; }; };
struct Holds { char a; typename Own<Epilogue>::Storage storage[3]; };
using Two = S[2];
using Halves = half_t[7];
using Open = S[];
void f() {
  int a = sizeof(Two); // a -> 128
  int b = sizeof(Halves); // b -> 14
  int c = sizeof(typename Own<Epilogue>::Storage); // c -> 512
  int d = sizeof(Holds); // d -> 1664
}`));

test("the storage of an epilogue whose fusion is a tree of empty nodes", () =>
  checkCpp(`
using namespace cutlass::epilogue::fusion;
template <class TileShape, class Fusion>
using Epilogue = typename cutlass::epilogue::collective::CollectiveBuilder<
    cutlass::arch::Sm90, cutlass::arch::OpClassTensorOp, TileShape, Shape<_1, _1, _1>,
    cutlass::epilogue::collective::EpilogueTileAuto, float, float,
    void, cute::tuple<int, _1, cute::tuple<int, int>>, 8, half_t, cute::tuple<int, _1, cute::tuple<int, int>>, 8,
    cutlass::epilogue::TmaWarpSpecialized, Fusion>::CollectiveOp;
using Plain = Sm90EVT<Sm90Compute<cutlass::first, half_t, float, cutlass::FloatRoundStyle::round_to_nearest>,
                              Sm90AccFetch>;
using Rows = Sm90EVT<Sm90Compute<cutlass::plus, half_t, float, cutlass::FloatRoundStyle::round_to_nearest>,
                             Sm90RowBroadcast<0, Shape<_64, _64, _64>, half_t>, Sm90AccFetch>;
void f() {
  int a = sizeof(typename Epilogue<Shape<_64, _128, _64>, Plain>::TensorStorage); // a -> 8704
  int b = sizeof(typename Epilogue<Shape<_64, _32, _128>, Plain>::TensorStorage); // b -> 4608
  int c = sizeof(typename Epilogue<Shape<_64, _64, _64>, Plain>::TensorStorage); // c -> 8704
  int d = sizeof(typename Epilogue<Shape<_64, _64, _64>, Rows>::TensorStorage); // d -> d
}`));

test("an array by its own name is whole, and a pointer to it is none", () =>
  checkCpp(`
template <int N> __global__ void kernel(float* given) {
  __shared__ alignas(128) half_t tile[N];
  float few[4];
  auto whole = sizeof(tile); // whole -> 256
  auto one = sizeof(tile[0]); // one -> 2
  auto count = sizeof(few) / sizeof(few[0]); // count -> 4
  half_t* first = tile;
  auto not_whole = sizeof(first); // not_whole -> unknown: the size of an array or of a pointer to it
}
void launch(float* p) { kernel<128><<<1, 32>>>(p); }
`));
