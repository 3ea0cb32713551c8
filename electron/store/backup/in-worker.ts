import { writeFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { messageOf } from '../../../shared/base/error-message.ts'
import { loadDriver, modulePathOf, type Driver } from '../connection/driver.ts'

/** A consistent copy at a place of the caller's; null: done. In a thread of its own. */
export async function copyAside(
  database: string,
  file: string,
  driver: Driver = loadDriver(),
): Promise<string | null> {
  writeFileSync(file, '', { mode: 0o600 })
  return inWorker({ copyFrom: database, file, check: 'whole' }, driver)
}

/**
 * The file written anew, without what stood in its free space; null: done. Nothing else has it open. In a
 * thread of its own.
 */
export const rebuilt = (file: string, driver: Driver): Promise<string | null> =>
  inWorker({ copyFrom: null, file, check: 'rebuild' }, driver)

/**
 * null: sound, as far as a quick look can tell. Beside the app that has it open, in a thread of its own.
 * `signal` ends it before its time; what it then says is no verdict.
 */
export const quickCheck = (database: string, driver: Driver, signal?: AbortSignal): Promise<string | null> =>
  inWorker({ copyFrom: null, file: database, check: 'quick' }, driver, signal)

/** Plain JavaScript, because a worker of a bundle has no other file to begin with. */
const WORKER = `
const { workerData: { module: name, copyFrom, file, check }, parentPort } = require('node:worker_threads')
const { DatabaseSync } = name === null ? process.getBuiltinModule('node:sqlite') : require(name)
const opened = (path, work, readOnly = true) => { const db = new DatabaseSync(path, { readOnly, timeout: 5000 }); try { return work(db) } finally { db.close() } }
let problem = null
try {
  if (copyFrom !== null) opened(copyFrom, (db) => db.prepare('VACUUM INTO ?').run(file))
  if (check === 'rebuild') opened(file, (db) => db.exec('VACUUM'), false)
  problem = opened(file, (db) => {
    const [verdict] = Object.values(db.prepare(check === 'whole' ? 'PRAGMA integrity_check(1)' : 'PRAGMA quick_check(1)').get())
    if (verdict !== 'ok') return 'it is damaged: ' + verdict
    if (check !== 'whole') return null
    const orphan = db.prepare('PRAGMA foreign_key_check').get()
    return orphan === undefined ? null : 'a row of ' + orphan.table + ' belongs to nothing'
  })
} catch (error) {
  problem = error.message
}
parentPort.postMessage(problem)
`
export function inWorker(
  job: {
    readonly copyFrom: string | null
    readonly file: string
    readonly check: 'whole' | 'quick' | 'rebuild'
  },
  driver: Driver,
  signal?: AbortSignal,
): Promise<string | null> {
  return new Promise<string | null>((resolve) => {
    const worker = new Worker(WORKER, { eval: true, workerData: { ...job, module: modulePathOf(driver) } })
    signal?.addEventListener('abort', () => void worker.terminate())
    worker.once('message', (problem: string | null) => resolve(problem))
    worker.once('error', (error) => resolve(error.message))
    worker.once('exit', (code) => resolve(`the copy ended early (${code})`))
  }).catch(messageOf) // there is no thread to be had
}
