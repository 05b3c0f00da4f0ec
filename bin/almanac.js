#!/usr/bin/env node
import module from 'node:module';
import { fileURLToPath } from 'node:url';

// Code that V8 has compiled before, where Node can keep it. The folder is beside the program: who can write there could change
// the program as well. If it is read-only, the program starts without.
module.enableCompileCache?.(fileURLToPath(new URL('../dist/.compile-cache', import.meta.url)));
await import('../dist/main.js');
