/**
 * The engine's code, loaded only by commands that need it. The bundler gives it a file of its own, so that
 * a command which reaches the running app does not read it.
 */
export { createRouterClient } from '@orpc/server'
export { openHost } from '../host/host.ts'
export { startDemo } from '../host/demo.ts'
export { serveSession } from '../machine/mcp/stdio.ts'
export { DEFAULT_CAPS } from '../../shared/settings/settings.ts'
export { exportTo } from '../machine/archive/export.ts'
export { planRestoreNow, restoreNow, salvageTo } from '../machine/archive/trouble.ts'
export { listBackups } from '../store/backup/backups.ts'
export { importFrom } from '../machine/archive/import.ts'
export { identify } from '../machine/git/facts/repo-facts.ts'
export { loadDriver } from '../store/connection/driver.ts'
export { lockFolder } from '../store/connection/lock.ts'
export { checksWithoutHistory, reportWithoutHistory } from '../host/doctor/without-history.ts'
