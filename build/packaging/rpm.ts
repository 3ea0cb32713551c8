import { spawnSync } from 'node:child_process'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Configuration } from 'electron-builder'
import { readFpmArguments, staged, type Plan } from './fpm.ts'

/** → true: there is nothing left for electron-builder to do. */
export function makeRpm(args: readonly string[], config: Configuration): Promise<boolean> {
  const plan = readFpmArguments(args)
  staged(plan, (stage, around) => {
    const spec = path.join(around, 'threadbeat.spec')
    const needs = [config.rpm?.depends ?? []].flat()
    writeFileSync(spec, specOf(plan, { stage, needs }))
    const definitions = [`_topdir ${around}`, `_rpmdir ${around}`, '_rpmfilename made.rpm']
    const made = spawnSync(
      'rpmbuild',
      [
        '-bb',
        '--quiet',
        '--target',
        `${architecture(plan.value('--architecture'))}-linux`,
        ...definitions.flatMap((definition) => ['--define', definition]),
        spec,
      ],
      { encoding: 'utf8' },
    )
    if (made.status !== 0) throw new Error(`rpmbuild: ${made.error?.message ?? made.stderr}`)
    copyFileSync(path.join(around, 'made.rpm'), plan.file)
  })
  return Promise.resolve(true)
}

/** The builder says it in Debian's words, which fpm translates as well. */
const architecture = (debian: string): string => ({ amd64: 'x86_64', arm64: 'aarch64' })[debian] ?? debian

/** `stage`: holds what will be installed. Nothing is compiled, stripped or looked through for what it needs. */
function specOf(plan: Plan, { stage, needs }: { stage: string; needs: readonly string[] }): string {
  const said = (name: `--${string}`): string => plain(plan.value(name))
  const script = (file: string): string => plain(readFileSync(file, 'utf8'))
  return [
    '%global debug_package %{nil}',
    '%global _build_id_links none',
    '%global __os_install_post %{nil}',
    '%global _binary_payload w1.xzdio',
    `Name: ${said('--name')}`,
    `Version: ${said('--version')}`,
    'Release: 1',
    `Summary: ${said('--rpm-summary')}`,
    `License: ${said('--license')}`,
    `Group: ${said('--category')}`,
    `Vendor: ${said('--vendor')}`,
    `Packager: ${said('--maintainer')}`,
    `URL: ${said('--url')}`,
    'AutoReqProv: no',
    ...needs.map((need) => `Requires: ${need}`),
    '%description',
    said('--description'),
    '%install',
    `cp -al '${plain(stage)}/.' '%{buildroot}/'`,
    '%post',
    script(plan.scripts.afterInstall),
    '%postun',
    script(plan.scripts.afterRemove),
    '%files',
    '%defattr(-,root,root,-)',
    ...plan.files.map(([, to]) => `"${plain(to)}"`),
    '',
  ].join('\n')
}

/** No sign of it is a macro. */
const plain = (text: string): string => text.replaceAll('%', '%%')
