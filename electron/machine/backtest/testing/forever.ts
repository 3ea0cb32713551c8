import { createBacktester } from '../backtest.ts'

/** Tries a command in a repository, to be killed meanwhile. Arguments: repository, command, marker. */
const [repoPath = '', command = '', marker = ''] = process.argv.slice(2)
process.stdout.write('begun\n')
await createBacktester([]).run(
  { repoPath, command, marker, mayRun: async () => true },
  new AbortController().signal,
)
process.stdout.write('over\n')
