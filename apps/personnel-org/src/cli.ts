import { runProgram } from '@safety/platform/operator';
import { personnelOrgProgram } from './cli/personnel-org-program.js';

await runProgram(personnelOrgProgram);
