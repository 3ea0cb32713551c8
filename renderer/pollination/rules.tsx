import type { ReactNode } from 'react'
import type { RuleView } from '../../shared/contract/pollination.ts'
import { SCOPE_WORDS, type RuleScope } from '../../shared/pollination/rules.ts'
import { useBridge } from '../client/bridge.ts'
import { useWrite } from '../client/write.ts'
import { Button } from '../kit/button.tsx'
import { Select } from '../kit/fields/select.tsx'
import { Card, SectionTitle } from '../kit/parts.tsx'
import { POLLINATION_COPY as COPY } from './copy.ts'

/** What a person does not want suggested, and where; each rule can be made wider or narrower, or removed. */
export function Rules({ rules }: { rules: readonly RuleView[] }): ReactNode {
  return (
    <section aria-labelledby="rules">
      <SectionTitle id="rules" count={String(rules.length)}>
        {COPY.rules}
      </SectionTitle>
      <p className="mb-2 text-12 text-ink-3">{COPY.rulesText}</p>
      <Card>
        <ul>
          {rules.map((rule) => (
            <Rule key={rule.id} rule={rule} />
          ))}
        </ul>
      </Card>
    </section>
  )
}

function Rule({ rule: { id: rule, title, scope, where, reason } }: { rule: RuleView }): ReactNode {
  const { api } = useBridge()
  const stale = [api.pollination.key()]
  const change = useWrite(api.pollination.changeRule, { stale })
  const remove = useWrite(api.pollination.removeRule, { done: COPY.removed, stale })
  return (
    <li className="flex items-center gap-3 border-b border-line px-4 py-2 text-13 last:border-b-0">
      <span className="min-w-0 flex-1">
        {title}
        {reason !== '' && <span className="block text-12 text-ink-3">{reason}</span>}
      </span>
      {scope === 'thread' ? (
        <span className="shrink-0 text-ink-2">{where}</span>
      ) : (
        <Select
          label={COPY.ruleScope(title)}
          value={scope}
          options={SCOPE_WORDS}
          onChange={(to: Exclude<RuleScope, 'thread'>) => change.mutate({ rule, scope: to })}
        />
      )}
      <Button
        size="s"
        look="ghost"
        aria-label={COPY.removeRuleOf(title, where)}
        disabled={remove.isPending}
        onClick={() => remove.mutate({ rule })}
      >
        {COPY.removeRule}
      </Button>
    </li>
  )
}
