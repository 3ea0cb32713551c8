import type { Alert } from '../../shared/alert.ts'
import { bannerOf } from '../../shared/judge.ts'
import type { Settings } from '../../shared/settings.ts'
import type { Fault } from '../../shared/faults.ts'
import type { Ports } from './ports.ts'
import type { Store } from './store-port.ts'

/**
 * Sends what is raised and not yet sent or suppressed; called after each run and at start, so a crash between raising and sending
 * tells it late, never not at all (ARCHITECTURE I8). `report` learns whether notifications work.
 */
export async function deliverAlerts(ports: Ports, store: Store, settings: Settings, report: (fault: Fault | null) => void): Promise<void> {
  for (const { id } of store.undeliveredAlerts()) {
    const alert = store.alert(id) // read again: a person may have acknowledged it while an earlier one was being shown
    if (alert === null) continue
    const now = ports.clock.now()
    const suppress = (suppressedBy: NonNullable<Alert['suppressedBy']>): void => {
      store.settleAlert(alert.id, { suppressedBy })
      ports.log('debug', 'alert.suppressed', { threadId: alert.threadId, runId: alert.runId, suppressedBy })
    }
    if (alert.acknowledgedAt !== null || alert.resolvedAt !== null) suppress('settled')
    else if (bannerOf(alert.severity) === 'none') suppress('notice')
    else if (settings.mutedUntil !== null && now < settings.mutedUntil) suppress('muted')
    else {
      const title = store.thread(alert.threadId)?.name ?? 'Threadbeat'
      const shown = await ports.notifier.show({
        alertId: alert.id, threadId: alert.threadId, runId: alert.runId, severity: alert.severity, title, body: alert.text,
      })
      report(shown.ok ? null : shown.error)
      if (shown.ok) {
        store.settleAlert(alert.id, { deliveredAt: ports.clock.now() })
        ports.log('info', 'alert.delivered', { threadId: alert.threadId, runId: alert.runId, severity: alert.severity })
      } else {
        store.settleAlert(alert.id, { suppressedBy: 'undeliverable' })
        ports.log('warn', 'alert.undeliverable', { threadId: alert.threadId, code: shown.error.code })
      }
    }
  }
}
