import { runProgram } from '@safety/platform/operator';
import { identityProgram } from './operations/cli/identity-program.js';

await runProgram(identityProgram);
