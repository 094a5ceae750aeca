import { runProgram } from '@safety/platform/operator';
import { accountsProgram } from './cli/accounts-program.js';

await runProgram(accountsProgram);
