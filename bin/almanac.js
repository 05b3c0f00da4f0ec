#!/usr/bin/env node
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { load } from './load.js';

const fromHere = (path) => fileURLToPath(new URL(path, import.meta.url));

// For what the build has not compiled, where Node.js can keep code. If the folder is read-only, the program starts without.
module.enableCompileCache?.(fromHere('../dist/.compile-cache'));
await load(fromHere('../dist/main.cjs')).ended;
