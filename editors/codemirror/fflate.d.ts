// What the playground has beside it of fflate.
type Options = { level?: number, mem?: number, dictionary?: Uint8Array, out?: Uint8Array };
export function deflateSync(data: Uint8Array, options: Options): Uint8Array;
export function inflateSync(data: Uint8Array, options: Options): Uint8Array;
