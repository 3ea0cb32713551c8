import type { WebhookNews, WebhookTarget } from '../../../../shared/alerts/webhook.ts'
import type { Severity } from '../../../../shared/base/severity.ts'
import { answerText } from '../../alerts/deliveries.ts'
import { os, type ApiParts } from '../parts.ts'

/** A test rings like an alert, and not like an urgent one, whatever its target wants. */
const TEST: { readonly news: WebhookNews; readonly severity: Severity } = {
  news: 'alert',
  severity: 'warning',
}

/** Where alerts are sent besides this machine, and the local webhook. */
export function webhookHandlers({ ports, store, incoming }: Pick<ApiParts, 'ports' | 'store' | 'incoming'>) {
  const find = (id: string): WebhookTarget | null =>
    store.webhooks.list().find((w) => w.target.id === id)?.target ?? null
  return {
    list: os.webhooks.list.handler(() =>
      store.webhooks.list().map(({ target: { secret, ...target }, last }) => ({
        ...target,
        hasSecret: secret !== null,
        last: last && { at: last.at, ok: last.ok, text: last.text },
      })),
    ),
    save: os.webhooks.save.handler(({ input: { target }, context }) => {
      store.webhooks.save({ ...target, secret: target.secret ?? find(target.id)?.secret ?? null })
      ports.log('info', 'authority.changed', {
        what: 'webhook saved',
        target: target.id,
        origin: context.origin,
      })
      return null
    }),
    remove: os.webhooks.remove.handler(({ input, context, errors }) => {
      if (find(input.id) === null)
        throw errors.NOT_FOUND({ message: `There is no webhook ${JSON.stringify(input.id)}.` })
      store.webhooks.remove(input.id)
      ports.log('info', 'authority.changed', {
        what: 'webhook removed',
        target: input.id,
        origin: context.origin,
      })
      return null
    }),
    test: os.webhooks.test.handler(async ({ input, errors, signal }) => {
      const entry = store.webhooks.list().find((w) => w.target.id === input.id)
      if (entry === undefined)
        throw errors.NOT_FOUND({ message: `There is no webhook ${JSON.stringify(input.id)}.` })
      const { target } = entry
      const now = ports.clock.now()
      const sent = await ports.webhooks.send(
        target,
        {
          kind: TEST.news,
          threadNumber: 0,
          threadName: 'Threadbeat',
          severity: TEST.severity,
          title: 'Threadbeat: a test',
          text: 'This is how an alert arrives.',
          at: now,
          runId: null,
          alertId: null,
        },
        signal ?? new AbortController().signal,
      )
      const text = answerText(sent)
      const givenUp = entry.last?.givenUp === true && !sent.ok
      store.webhooks.note(target.id, { at: now, ok: sent.ok, text, givenUp })
      return { ok: sent.ok, text }
    }),
    incoming: os.webhooks.incoming.handler(() => incoming.state()),
    rotate: os.webhooks.rotate.handler(({ context }) => {
      ports.log('info', 'authority.changed', { what: 'webhook token rotated', origin: context.origin })
      return incoming.rotate()
    }),
  }
}
