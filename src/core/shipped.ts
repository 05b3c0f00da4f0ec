// Places of what the program reads by name: beside its bundle, or in the folders of the sources when these run, as in tests.
export const isBundle = !import.meta.url.endsWith('.ts');
const place = (source: string, built: string): URL => new URL(isBundle ? built : source, import.meta.url);

export const packageFile = place('../../package.json', '../package.json');
export const migrationsFolder = place('../storage/migrations/', './migrations/');
export const demoPictures = place('../demo/pictures/', './pictures/');
export const fontFolder = place('../../dist/fonts/', './fonts/');
export const webFolder = place('../../dist/web/', './web/');
/** Threads run built code only: tests and tools that run the sources use the built program beside them. */
export const fileReader = place('../../dist/file-reader.cjs', './file-reader.cjs');
export const healthServer = place('../../dist/health-server.cjs', './health-server.cjs');
