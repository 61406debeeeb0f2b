#include <cute/tensor.hpp>
using namespace cute;
struct Arguments {
  Stride<int64_t, _1, int64_t> stride;
};
inline auto packed(Arguments const& args, int heads) {
  return make_stride(get<0>(args.stride) * heads, _1{}, get<2>(args.stride));  //! return make_stride(get<0>(args.stride) * heads, _1{}, get<3>(args.stride));
}
