export function buildProgram(root: string): Promise<void>;
