export function buildProgram(root: string): Promise<void>;
/** Packages with native parts, which are not bundled. */
export const native: readonly string[];
