// Who uses a header: its own architecture's tests come before those of others, however telling their names are.
import { expect, test } from "vitest";
import { Files } from "../../server/src/project/files.ts";
import { Users } from "../../server/src/project/users.ts";
import { memoryHost } from "../evaluate/facts-of.ts";

const including = '#include "gemm/collective.hpp"\n';

test("a header of one architecture is used by files that name it, or none", async () => {
  const host = memoryHost({
    "/p/LICENSE": "",
    "/p/include/gemm/sm80_mma.hpp": "",
    "/p/include/gemm/collective.hpp": '#include "gemm/sm80_mma.hpp"\n',
    "/p/test/sm80_gemm_f16.cu": including,
    "/p/test/sm90_gemm_f8_cluster_pingpong.cu": including,
    "/p/examples/ampere_conv.cu": including,
    "/p/examples/gather.cu": including,
  });
  const users = await new Users(new Files(host), []).of("/p/include/gemm/sm80_mma.hpp");
  expect(users.filter((one) => one.endsWith(".cu")).sort()).toEqual([
    "/p/examples/ampere_conv.cu",
    "/p/examples/gather.cu",
    "/p/test/sm80_gemm_f16.cu",
  ]);
});
