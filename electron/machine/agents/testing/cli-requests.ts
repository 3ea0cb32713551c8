import type { CliName } from '../../../../shared/agents/agent-names.ts'
import { CLIS } from '../cli-attempt.ts'
import type { CliRequest } from '../cli.ts'

export const request = (changes: Partial<CliRequest> = {}): CliRequest => ({
  repoPath: '/src/repo',
  gitFolders: ['/src/repo/.git'],
  isRepository: true,
  isSteered: false,
  model: null,
  effort: null,
  profile: 'look',
  allowed: [],
  session: null,
  keepSession: false,
  usd: null,
  billed: false,
  toolsUrl: null,
  name: 'The agent',
  args: [],
  environment: {},
  usageFile: '/tmp/run/usage.json',
  ...changes,
})

export const args = (cli: CliName, changes: Partial<CliRequest> = {}): readonly string[] =>
  CLIS[cli].start(request(changes)).args
export const TOOLS = 'http://127.0.0.1:4000/mcp'
export const session = { id: '01a2-b3', totals: null }
