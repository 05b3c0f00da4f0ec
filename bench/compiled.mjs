// Compiles src/ as the build does. The TypeScript loader would slow down what is measured: it sets the name of every inner
// function each time one is created.
import { register } from 'node:module';

register('./compile.mjs', import.meta.url);
