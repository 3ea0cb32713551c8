/** An X server without a screen, for tests: nothing pops up on the desk of whoever runs them. */
import { spawn } from 'node:child_process'
import { findOnPath } from './machine.mjs'

/** → { display, stop } or null where Xvfb is missing. It chooses a free number itself. */
export async function startVirtualDisplay({ size = '1440x960x24' } = {}) {
  if (findOnPath('Xvfb') === null) return null
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', size, '-nolisten', 'tcp', '-noreset'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    detached: true,
  })
  const stop = () => void server.kill('SIGTERM')
  process.once('exit', stop)
  const number = await new Promise((resolve) => {
    let text = ''
    server.stdio[3].on('data', (chunk) => {
      text += chunk
      if (text.includes('\n')) resolve(text.trim())
    })
    server.once('exit', () => resolve(null))
    server.once('error', () => resolve(null))
  })
  server.stdio[3].destroy()
  server.unref()
  return number === null ? null : { display: `:${number}`, stop }
}
