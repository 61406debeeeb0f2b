#include <cute/tensor.hpp>
using namespace cute;
struct Args { half_t* q; int b, s, h, d; };
__global__ void view(Args args) {
  if (blockIdx.z == 0) {
    auto mQ = make_tensor(make_gmem_ptr(args.q), make_shape(args.s, args.d, args.h, args.b), make_stride(args.h * args.d, _1{}, args.d, args.s * args.h * args.d));  //! auto mQ = make_tensor(make_gmem_ptr(args.q), make_shape(args.s, args.d, args.h, args.b), make_stride(args.h * args.d, _1{}, args.d));
    auto gQ = mQ(_, _, blockIdx.y, blockIdx.x);
  }
}
