// Two raw maps in a struct.
#include <cuda.h>
#include <cute/tensor.hpp>

struct Maps {
  CUtensorMap q;
  CUtensorMap k;
};

__global__ void kernel(const __grid_constant__ Maps maps, int n) {  //! __global__ void kernel(const Maps maps, int n) {
  cute::prefetch_tma_descriptor((cute::TmaDescriptor const*)&maps.q);
}
