/**
 * The dependency rule (ARCHITECTURE.md) as data: who may import whom. Lint can be silenced on a line; the
 * test that compares every import with this table cannot.
 */
export interface Row {
  readonly layer: string
  /** A file belongs to the first row whose `files` match. */
  readonly files: RegExp
  readonly imports: readonly string[]
  /** Layers of which only types may be imported. */
  readonly types?: readonly string[]
  /** From npm; '*': any. */
  readonly packages?: readonly string[]
  readonly node?: boolean
}

const SHARED = ['shared', 'schemas', 'contract']
const PORTS = ['engine/ports']
const ENGINE = ['engine', 'engine/api', ...PORTS]
const MACHINE = ['agents', 'backtest', 'mcp', 'network', 'hub', 'archive', 'clock', 'session', 'files']
const ADAPTERS = ['store', 'driver', ...MACHINE]

export const TABLE: readonly Row[] = [
  { layer: 'contract', files: /^shared\/contract\//, imports: SHARED, packages: ['zod', '@orpc/contract'] },
  {
    layer: 'schemas',
    files:
      /^shared\/(settings\/settings|agents\/agent-config|threads\/heartbeat-json|alerts\/webhook|jobs\/job(-schema)?)\.ts$/,
    imports: SHARED,
    packages: ['zod'],
  },
  {
    layer: 'shared',
    files: /^shared\/runs\/shell\/shell-syntax\.ts$/,
    imports: SHARED,
    packages: ['unbash'],
  },
  { layer: 'shared', files: /^shared\//, imports: SHARED },

  { layer: 'engine/ports', files: /^electron\/engine\/ports\//, imports: [...SHARED, ...PORTS] },
  {
    layer: 'engine/api',
    files: /^electron\/engine\/api\//,
    imports: [...SHARED, ...ENGINE],
    packages: ['@orpc/server'],
  },
  { layer: 'engine', files: /^electron\/engine\//, imports: [...SHARED, 'engine', ...PORTS] },

  {
    layer: 'driver',
    files: /^electron\/store\/(.*\/)?driver\.ts$/,
    imports: [...SHARED, 'store'],
    types: PORTS,
    packages: ['@photostructure/sqlite'],
    node: true,
  },
  {
    layer: 'store',
    files: /^electron\/store\//,
    imports: [...SHARED, 'store', 'driver'],
    types: PORTS,
    node: true,
  },
  // Files, git as it is safe to call, processes and how a program is found.
  {
    layer: 'files',
    files: /^electron\/machine\/(git|disk|process)\//,
    imports: [...SHARED, 'files'],
    types: PORTS,
    packages: ['chokidar'],
    node: true,
  },
  {
    layer: 'agents',
    files: /^electron\/machine\/agents\/acp\/acp-client\.ts$/,
    imports: [],
    packages: ['@agentclientprotocol/sdk'],
  },
  {
    layer: 'agents',
    files: /^electron\/machine\/agents\//,
    imports: [...SHARED, 'agents', 'files'],
    types: PORTS,
    node: true,
  },
  {
    layer: 'backtest',
    files: /^electron\/machine\/backtest\//,
    imports: [...SHARED, 'backtest', 'agents', 'files'],
    types: PORTS,
    node: true,
  },
  {
    layer: 'mcp',
    files: /^electron\/machine\/mcp\//,
    imports: [...SHARED, 'mcp', 'network'],
    types: PORTS,
    node: true,
    packages: ['@modelcontextprotocol/server', '@modelcontextprotocol/node', 'zod'],
  },
  {
    layer: 'network',
    files: /^electron\/machine\/network\//,
    imports: [...SHARED, 'network', 'session', 'files'],
    types: [...PORTS, 'engine/api'],
    packages: ['@orpc/server'],
    node: true,
  },
  {
    layer: 'hub',
    files: /^electron\/machine\/hub\//,
    imports: [...SHARED, 'hub', 'files'],
    types: PORTS,
    packages: ['pg'],
    node: true,
  },
  {
    layer: 'clock',
    files: /^electron\/machine\/clock\//,
    imports: [...SHARED, 'clock'],
    types: PORTS,
    packages: ['node-cron'],
    node: true,
  },
  {
    layer: 'session',
    files: /^electron\/machine\/session\//,
    imports: [...SHARED, 'session', 'files'],
    packages: ['launch-editor/get-args.js'],
    types: PORTS,
    node: true,
  },
  {
    layer: 'archive',
    files: /^electron\/machine\/archive\//,
    imports: [...SHARED, ...PORTS, ...ADAPTERS, 'archive'],
    packages: ['fflate', 'zod'],
    node: true,
  },

  {
    layer: 'host',
    files: /^electron\/host\//,
    imports: [...SHARED, ...ENGINE, ...ADAPTERS, 'host'],
    packages: ['@orpc/server', '@orpc/contract', 'zod'],
    node: true,
  },
  {
    layer: 'cli',
    files: /^electron\/cli\//,
    imports: [...SHARED, ...ENGINE, ...ADAPTERS, 'host', 'cli'],
    packages: ['commander', 'picocolors', 'string-width', '@orpc/client', '@orpc/contract', '@orpc/server'],
    node: true,
  },
  {
    layer: 'main',
    files: /^electron\/desktop\/main\.ts$/,
    imports: [...SHARED, 'host', ...MACHINE, 'desktop'],
    node: true,
  },
  { layer: 'preload', files: /^electron\/desktop\/preload\.ts$/, imports: SHARED, packages: ['electron'] },
  {
    layer: 'desktop',
    files: /^electron\/desktop\/updates\/feed\.ts$/,
    imports: ['desktop'],
    packages: ['electron-updater'],
  },
  {
    layer: 'desktop',
    files: /^electron\/desktop\//,
    imports: [...SHARED, 'host', ...MACHINE, 'desktop'],
    types: [...PORTS, 'engine/api'],
    packages: ['electron', '@orpc/server', '@orpc/contract'],
    node: true,
  },

  { layer: 'renderer', files: /^renderer\//, imports: [...SHARED, 'renderer'], packages: ['*'] },
]
