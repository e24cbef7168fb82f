import binaryen from 'binaryen';

/** Checks, optimises and assembles WebAssembly text. The same text gives the same bytes with the same binaryen. */
export function compileWat(text: string): Uint8Array {
  const { BulkMemory, BulkMemoryOpt, MutableGlobals, SIMD128 } = binaryen.Features;
  const module = binaryen.parseText(text);
  try {
    module.setFeatures(BulkMemory | BulkMemoryOpt | MutableGlobals | SIMD128);
    if (!module.validate()) throw new Error('The text is not a valid module; binaryen says why above.');
    binaryen.setOptimizeLevel(3);
    binaryen.setShrinkLevel(0);
    // Engines do not inline WebAssembly's own functions everywhere, so small ones are inlined here.
    binaryen.setAlwaysInlineMaxSize(20);
    binaryen.setFlexibleInlineMaxSize(60);
    module.optimize();
    return module.emitBinary();
  } finally {
    module.dispose();
  }
}

/** The TypeScript module that carries the bytes. */
export function embedWasm(name: string, source: string, bytes: Uint8Array): string {
  const base64 = Buffer.from(bytes).toString('base64');
  return `// Made from ${source} by \`npm run wasm\`; not to be edited.\nexport const ${name} =\n  '${base64}';\n`;
}
