import type { Alert } from '../../shared/alert.ts'
import { bannerOf } from '../../shared/judge.ts'
import type { Settings } from '../../shared/settings.ts'
import { deliveryOf } from '../../shared/thread.ts'
import type { Fault } from '../../shared/faults.ts'
import { newsOf, type Deliveries } from './deliveries.ts'
import type { Ports } from './ports.ts'
import type { Store } from './store-port.ts'

/**
 * Sends what is raised and not yet sent or suppressed; called after each run and at start, so a crash between raising and sending
 * tells it late, never not at all (ARCHITECTURE I8). `report` learns whether notifications work.
 */
export async function deliverAlerts(ports: Ports, store: Store, deliveries: Deliveries, settings: Settings, report: (fault: Fault | null) => void): Promise<void> {
  for (const alert of store.takeRecoveries()) deliveries.queue(alert, 'recovered')
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
    else if (!showsAlerts(store, alert, settings)) suppress('switched_off')
    else if (settings.mutedUntil !== null && now < settings.mutedUntil) suppress('muted')
    else {
      // On disk before the person is told here: a crash in between sends it once more, never not at all.
      deliveries.queue(alert, newsOf(alert))
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
  void deliveries.pump()
}

function showsAlerts(store: Store, alert: Alert, settings: Settings): boolean {
  const thread = store.thread(alert.threadId)
  return thread === null || deliveryOf(thread, settings).showAlerts
}
