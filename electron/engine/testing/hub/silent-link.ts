import { randomUUID } from 'node:crypto'
import { fault } from '../../../../shared/base/faults.ts'
import { err } from '../../../../shared/base/result.ts'
import { SILENT_MACHINE } from '../../../machine/hub/testing/silent-hub.ts'
import { createHubLink, type HubLink } from '../../hub/link.ts'
import type { Hub } from '../../ports/hub.ts'

type LinkParts = Parameters<typeof createHubLink>[0]

/** The link of a machine whose hub never answers, begun. Its ids are none of the scenario's, which tests know. */
export function beginSilentLink(
  parts: Pick<LinkParts, 'store' | 'documents' | 'engine' | 'views' | 'others' | 'ports'>,
): HubLink {
  parts.others.begin(SILENT_MACHINE, 'this computer')
  const link = createHubLink({
    ...parts,
    ports: { ...parts.ports, ids: (prefix) => `${prefix}_${randomUUID()}` as never },
    hub: SILENT,
    machine: SILENT_MACHINE,
    version: '1.0.0',
    random: () => 0.5,
  })
  link.start()
  return link
}

const SILENT: Hub = {
  connect: (signal) =>
    new Promise((resolve) =>
      signal.addEventListener('abort', () =>
        resolve(err(fault('hub.unreachable', 'connecting was stopped'))),
      ),
    ),
}
