import { runProgram } from '@safety/platform/operator';
import { identityProgram } from './cli/identity-program.js';

await runProgram(identityProgram);
