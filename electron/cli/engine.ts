/**
 * The engine's code, loaded only by commands that need it. The bundler gives it a file of its own, so that
 * a command which reaches the running app does not read it.
 */
export { createRouterClient } from '@orpc/server'
export { openHost } from '../host.ts'
export { startDemo } from '../demo/demo.ts'
export { serveSession } from '../mcp/stdio.ts'
export { DEFAULT_CAPS } from '../../shared/settings.ts'
export { exportTo } from '../archive/export.ts'
export { restoreNow, salvageTo } from '../archive/trouble.ts'
export { listBackups } from '../store/backup.ts'
export { importFrom } from '../archive/import.ts'
export { identify } from '../files/repo-facts.ts'
export { loadDriver } from '../store/driver.ts'
export { lockFolder } from '../store/open.ts'
