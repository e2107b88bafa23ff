declare module 'libheif-js/libheif-wasm/libheif-bundle.mjs' {
  interface HeifImage {
    get_width(): number;
    get_height(): number;
    is_primary(): boolean;
    /** Writes RGBA into `into.data` and calls back with it; with null if the image cannot be decoded. */
    display<T extends { data: Uint8ClampedArray; width: number; height: number }>(
      into: T,
      done: (image: T | null) => void,
    ): void;
    free(): void;
  }
  interface Libheif {
    /** The images of a file; their pixels are decoded by `display`. */
    HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] };
  }
  const createLibheif: () => Libheif;
  export default createLibheif;
}
