import type { AutostartView, Check, CommandLineView } from '../../../shared/contract/app.ts'
import { plural } from '../../../shared/base/amounts.ts'
import { formatDuration, MINUTE } from '../../../shared/base/time.ts'
import type { Engine } from '../../engine/loop/engine.ts'
import type { Store } from '../../engine/ports/store.ts'
import type { Driver } from '../../store/connection/driver.ts'
import { check } from './check.ts'

export function runtimeCheck(driver: Driver): Check {
  const electron = process.versions['electron']
  const runtime = `Node ${process.versions.node}${electron === undefined ? '' : `, Electron ${electron}`}`
  return check('Runtime', 'ok', `${runtime}, ${driver.name} with SQLite ${driver.sqliteVersion}`)
}

export function clockCheck(): Check {
  const now = new Date()
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  if (now.getFullYear() >= 2025) return check('Clock', 'ok', `${now.toISOString()}, zone ${zone}.`)
  return check(
    'Clock',
    'fail',
    `The clock says ${now.toISOString()}.`,
    'Set the system’s clock; what is due is decided by it.',
  )
}

export function schedulerCheck(engine: Engine): Check {
  if (engine.live.halted())
    return check(
      'Scheduler',
      'fail',
      'It failed three times in a row.',
      'It tries again every half minute; the log says why.',
    )
  const last = engine.live.lastTickAt()
  const agoMs = last === null ? null : Date.now() - last
  if (agoMs !== null && agoMs <= 2 * MINUTE)
    return check('Scheduler', 'ok', `Alive, last tick ${formatDuration(agoMs)} ago.`)
  const since = agoMs === null ? 'ever' : formatDuration(agoMs)
  return check('Scheduler', 'fail', `No tick for ${since}.`, 'Restart Threadbeat.')
}

/** Which of them it is, and its answer, stand in the window; a report is read by others. */
export function webhookCheck({ webhooks }: Pick<Store, 'webhooks'>): Check {
  const all = webhooks.list().filter(({ target }) => target.enabled)
  const failed = all.filter(({ last }) => last?.ok === false).length
  if (all.length === 0) return check('Webhooks', 'off', 'None is sent to.')
  if (failed === 0) return check('Webhooks', 'ok', `${plural(all.length, 'webhook')}; none failed last time.`)
  return check(
    'Webhooks',
    'warn',
    `${failed} of ${plural(all.length, 'webhook')} did not take what was last sent.`,
    'Settings → Integrations shows its answer; Test sends again.',
  )
}

export function threadCheck(store: Pick<Store, 'threads'>): Check {
  const all = store.threads.list()
  const untrusted = all.filter((t) => t.trustedAt === null).length
  const unplanned = all.filter((t) => t.trustedAt !== null && t.intervalMs > 0 && t.nextDueAt === null)
  if (unplanned.length > 0)
    return check(
      'Threads',
      'fail',
      `${unplanned.length} without a next due time: ${unplanned.map((t) => t.name).join(', ')}.`,
      'Look at their active hours.',
    )
  return check(
    'Threads',
    untrusted > 0 ? 'warn' : 'ok',
    `${plural(all.length, 'thread')}${untrusted > 0 ? `, ${untrusted} not trusted yet` : ''}.`,
    untrusted > 0 ? 'Trust them, or remove them.' : null,
  )
}

export function notificationCheck(engine: Engine, hasShell: boolean): Check {
  if (!hasShell) return check('Notifications', 'off', 'No window here: alerts are printed.')
  const fault = engine.live.notifierFault()
  if (fault !== null)
    return check('Notifications', 'fail', fault.message, 'Look at the system’s notification settings.')
  return engine.live.notifierTried()
    ? check('Notifications', 'ok', 'No failure seen.')
    : check(
        'Notifications',
        'off',
        'No alert has tried them since the start; Settings, Notifications sends a test.',
      )
}

export function trayCheck(isPresent: boolean): Check {
  if (isPresent) return check('Tray', 'ok', 'The desktop shows the tray icon.')
  return check(
    'Tray',
    'warn',
    'The desktop has no place for tray icons.',
    'Closing the window minimises it then; an extension of your desktop can add a tray.',
  )
}

export function autostartCheck({ supported, on, text }: AutostartView): Check {
  if (!supported) return check('Start at login', 'off', text)
  return on ? check('Start at login', 'ok', `On. ${text}`) : check('Start at login', 'off', 'Off.')
}

/** The `threadbeat` of the person's terminals. */
export function commandCheck({ state, text, addToPath, found, file }: CommandLineView): Check {
  const is = (how: Check['state'], repair: string | null): Check => check('Command line', how, text, repair)
  switch (state) {
    case 'none':
      return is('off', null)
    case 'package':
      return is('ok', null)
    case 'absent':
      return is('off', 'Settings, Integrations installs it.')
    case 'foreign':
      return is('warn', 'Move it away, then install the command in Settings, Integrations.')
    case 'other':
      return is('warn', 'Settings, Integrations installs this copy in its place.')
    case 'ours':
      if (addToPath !== null) return is('warn', `Add to ${addToPath.file}: ${addToPath.line}`)
      return found === file ? is('ok', null) : is('warn', 'Call it by its whole path, or remove the other.')
  }
}

/** What Threadbeat itself takes, without its window’s processes. */
export function memoryCheck(): Check {
  const { user, system } = process.cpuUsage()
  return check(
    'Threadbeat’s processes',
    'ok',
    `Process ${process.pid} uses ${Math.round(process.memoryUsage.rss() / 1e6)} MB and has used ` +
      `${formatDuration((user + system) / 1000)} of processor time ` +
      `in ${formatDuration(process.uptime() * 1000)}.`,
  )
}
