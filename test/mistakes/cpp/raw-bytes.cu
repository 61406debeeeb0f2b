#include <cuda.h>
#include <vector>
constexpr int M = 512, N = 1000;
constexpr int BM = 64, BN = 64;
void build(CUtensorMap* out, void* gmem) {
  cuuint64_t size[] = {N, M};
  cuuint64_t stride[] = {N * 2};  //! cuuint64_t stride[] = {N};
  cuuint32_t box[] = {BN, BM};
  cuuint32_t ones[] = {1, 1};
  CUresult r = cuTensorMapEncodeTiled(out, CUtensorMapDataType::CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, gmem, size, stride, box, ones, CUtensorMapInterleave::CU_TENSOR_MAP_INTERLEAVE_NONE, CUtensorMapSwizzle::CU_TENSOR_MAP_SWIZZLE_NONE, CUtensorMapL2promotion::CU_TENSOR_MAP_L2_PROMOTION_NONE, CUtensorMapFloatOOBfill::CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);  // told
}
