// Entry point: hands the arguments to the command line.
import { run } from './cli/run.js';

await run(process.argv);
