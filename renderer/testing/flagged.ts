import { ok } from '../../shared/base/result.ts'
import { openHost, type WindowHost } from './host.ts'

export const FLAG = 'main red since a1b2c3d'

/** A thread, `api`, whose file holds one urgent flag, which its first beat has read; its remote is at GitHub. */
export async function flaggedHost(): Promise<WindowHost> {
  const host = await openHost({
    ports: (usual) => ({
      ...usual,
      repositories: {
        ...usual.repositories,
        facts: async () =>
          ok({
            defaultBranch: 'main',
            remote: 'origin',
            remoteUrl: 'git@github.com:acme/api.git',
            hasGh: false,
            bare: false,
          }),
      },
    }),
  })
  host.add('api', {
    playbook: `# HEARTBEAT.md\n\n## Urgent Flags\n- ${FLAG}\n\n## Quick Tasks\n- [ ] Look\n\n## Notes\n`,
  })
  await host.beat('api')
  return host
}
