import { FuseV1Options } from '@electron/fuses'
import { build, Platform, type Configuration } from 'electron-builder'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { APP_ID } from '../../electron/desktop/shell/app-id.ts'
import { root } from '../machine/machine.mjs'
import { configuration } from './configuration.ts'
import { debFields } from './deb.ts'
import { readFpmArguments } from './fpm.ts'

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')
const about = JSON.parse(read('package.json')) as Record<string, string>
const forUsers = (hasCertificate = false): Configuration =>
  configuration({ isForTests: false, hasCertificate })

describe('the packages', () => {
  it('bear the one name by which the process calls itself', () => {
    expect(forUsers().appId).toBe(APP_ID)
    const named = readdirSync(path.join(root, 'electron'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test)\.ts$/.test(file))
      .flatMap((file) => read(`electron/${file}`).match(/setAppUserModelId\([^)]*\)/g) ?? [])
    expect(named).toEqual(['setAppUserModelId(APP_ID)'])
  })

  it('say who made them, and where they come from', () => {
    expect([about['homepage'], about['author'], about['bugs']]).not.toContain(undefined)
    expect(forUsers().linux?.maintainer).toMatch(/^.+ <[^@\s]+@[^@\s]+\.[^@\s]+>$/)
  })

  it('are made from files that are there', () => {
    const config = forUsers()
    const named = [
      config.nsis?.include,
      config.mac?.icon,
      config.win?.icon,
      config.linux?.icon,
      config.deb?.afterInstall,
      config.deb?.afterRemove,
      'build/packaging/linux/threadbeat',
      `build/packaging/linux/${APP_ID}.metainfo.xml`,
    ].map(String)
    expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([])
  })

  it('set each fuse that there is, and give only a test the inspector', () => {
    const { resetAdHocDarwinSignature, ...set } = forUsers().electronFuses ?? {}
    expect(resetAdHocDarwinSignature).toBe(true)
    const all = Object.keys(FuseV1Options)
      .filter((name) => Number.isNaN(Number(name)))
      .map((name) => name.slice(0, 1).toLowerCase() + name.slice(1))
    expect(Object.keys(set).sort()).toEqual(all.sort())
    expect(set.enableNodeCliInspectArguments).toBe(false)
    expect(
      configuration({ isForTests: true, hasCertificate: false }).electronFuses?.enableNodeCliInspectArguments,
    ).toBe(true)
  })

  describe('for macOS', () => {
    it('are for both processors, signed by nobody and not hardened without a certificate', () => {
      const { mac } = forUsers()
      expect(mac).toMatchObject({ identity: '-', hardenedRuntime: false })
      expect(mac?.target).toEqual([
        { target: 'dmg', arch: 'universal' },
        { target: 'zip', arch: 'universal' },
      ])
    })

    it('are hardened with one, and may compile', () => {
      const { mac } = forUsers(true)
      expect(mac).toMatchObject({ hardenedRuntime: true })
      expect(mac).not.toHaveProperty('identity')
      expect(read(mac?.entitlements ?? '')).toContain('com.apple.security.cs.allow-jit')
    })
  })

  it('for Windows are for both processors and for one person', () => {
    const { win, nsis } = forUsers()
    expect(win?.target).toEqual([{ target: 'nsis', arch: ['x64', 'arm64'] }])
    expect(nsis).toMatchObject({ perMachine: false, allowToChangeInstallationDirectory: true })
  })

  describe('for Linux', () => {
    it('need git', () => {
      const { deb, rpm } = forUsers()
      expect(deb?.depends).toContain('git')
      expect(rpm?.depends).toContain('git')
    })

    it('are described for software centres under the name of the app and of its desktop entry', () => {
      const metainfo = read(`build/packaging/linux/${APP_ID}.metainfo.xml`)
      expect(metainfo).toContain(`<id>${APP_ID}</id>`)
      expect(metainfo).toContain(`<launchable type="desktop-id">${about['desktopName']}</launchable>`)
      expect(metainfo).toContain(`<release version="${about['version']}"`)
    })

    /** What electron-builder would have its packaging program do, and the desktop entry. */
    async function computed(
      kind: 'deb' | 'rpm',
    ): Promise<readonly [args: readonly string[], desktop: string]> {
      const folder = mkdtempSync(path.join(tmpdir(), 'packaging-test-'))
      try {
        mkdirSync(path.join(folder, 'resources'))
        return await new Promise((resolve, reject) => {
          build({
            targets: Platform.LINUX.createTarget(kind),
            publish: 'never',
            projectDir: root,
            prepackaged: folder,
            config: { ...forUsers(), directories: { output: folder }, electronVersion: '33.2.1' },
            effectiveOptionComputed: ([args, desktop]: [string[], string]) => {
              const script = args[args.indexOf('--after-install') + 1] ?? ''
              resolve([[...args, readFileSync(script, 'utf8')], readFileSync(desktop, 'utf8')])
              return Promise.resolve(true)
            },
          }).catch(reject)
        })
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    }

    it.each(['deb', 'rpm'] as const)('come out of electron-builder as wished: %s', async (kind) => {
      const [args, desktop] = await computed(kind)
      expect(desktop).toContain('Exec=/opt/Threadbeat/threadbeat-app %U\n')
      expect(desktop).toContain('StartupWMClass=threadbeat\n')
      expect(desktop).toContain('MimeType=x-scheme-handler/threadbeat;\n')
      expect(args.join('\n')).toMatch(
        /=\/usr\/share\/icons\/hicolor\/512x512\/apps\/threadbeat-app\.png\n(.*\n)*.*=\/usr\/share\/applications\/threadbeat\.desktop\n/,
      )
      const script = args.at(-1)
      expect(script).toContain("ln -sf '/opt/Threadbeat/resources/bin/threadbeat' /usr/bin/threadbeat")
      expect(script).not.toContain('${')
    })

    it('come out of electron-builder as a package of Debian’s is made from it', async () => {
      const [args] = await computed('deb')
      const plan = readFpmArguments(args.slice(0, -1))
      expect(debFields(plan)).toMatchObject({
        Package: 'threadbeat',
        Version: about['version'],
        Section: 'devel',
        Maintainer: forUsers().linux?.maintainer,
        Homepage: 'https://github.com/threadbeat/threadbeat#readme',
        Description: expect.stringMatching(/^Heartbeats for your local repositories\n \S/) as string,
      })
      expect(plan.files.map(([, to]) => to)).toEqual(
        expect.arrayContaining([
          '/opt/Threadbeat',
          `/usr/share/metainfo/${APP_ID}.metainfo.xml`,
          '/usr/share/man/man1/threadbeat.1.gz',
          '/usr/share/doc/threadbeat/copyright',
        ]),
      )
    })

    it('that ask for what is not known are not made', () => {
      expect(() => readFpmArguments(['--deb-init', 'file'])).toThrow('--deb-init is not known here')
    })
  })
})
