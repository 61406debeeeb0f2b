// Texts to explain: what people paste.

function dump(change: Readonly<Record<string, string>>): string {
  const fields = {
    format: "6",
    dim: "2",
    gmem_address: "0x7f2b40000000",
    globalDim: "(4096,4096,1,1,1)",
    globalStrides: "(2,8192,0,0,0)",
    boxDim: "(64,128,1,1,1)",
    elementStrides: "(1,1,1,1,1)",
    interleave: "0",
    swizzle: "3",
    l2Promotion: "2",
    oobFill: "0",
    ...change,
  };
  const rows = Object.entries(fields).map(([name, value]) => `${name.padEnd(15)}${value}`);
  return ["TMA Desc Addr:   0x7ffc5a30", ...rows, "Error: Failed to initialize the TMA descriptor 1"].join("\n");
}

export const dumps: readonly { readonly title: string; readonly text: string }[] = [
  { title: "a TMA descriptor with an odd stride", text: dump({ globalStrides: "(2,8194,0,0,0)" }) },
  { title: "a box wider than its swizzle", text: dump({ boxDim: "(128,64,1,1,1)" }) },
  { title: "a descriptor as it should be", text: dump({}) },
  {
    title: "an assertion of CuTe",
    text: "static assertion failed: TMA requires CTA_Tile and SLayout top-level size equivalence.",
  },
  { title: "an error of the driver", text: "CUDA error: an illegal instruction was encountered" },
  { title: "printed layouts", text: "sA layout: Sw<3,4,3> o _0 o ((_8,_16),(_64,_1)):((_64,_512),(_1,_0))" },
];
