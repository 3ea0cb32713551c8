import type { Configuration } from 'electron-builder'
import { APP_ID } from '../../electron/desktop/shell/app-id.ts'
import { SBOM } from './sbom.ts'

/** The window's program; `threadbeat` is the command line. */
const PROGRAM = 'threadbeat-app'

/** What the app needs of a Debian or Ubuntu, and of a Fedora or openSUSE. */
const DEB_NEEDS = [
  'libgtk-3-0 | libgtk-3-0t64',
  'libnotify4',
  'libnss3',
  'libxss1',
  'libxtst6',
  'xdg-utils',
  'libatspi2.0-0 | libatspi2.0-0t64',
  'libuuid1',
  'libsecret-1-0',
  'libgbm1',
  'libasound2 | libasound2t64',
  'git',
]
const RPM_NEEDS = [
  'gtk3',
  'libnotify',
  'nss',
  'libXScrnSaver',
  '(libXtst or libXtst6)',
  'xdg-utils',
  'at-spi2-core',
  '(libuuid or libuuid1)',
  '(libsecret or libsecret-1-0)',
  'git',
]

/**
 * How electron-builder makes the packages. `isForTests`: of an Electron that is not the official one, whose package
 * nobody but a test starts; the inspector is how the test holds on to it. `hasCertificate`: of Apple's, to sign with.
 */
export const configuration = ({
  isForTests,
  hasCertificate,
}: {
  isForTests: boolean
  hasCertificate: boolean
}): Configuration => ({
  appId: APP_ID,
  productName: 'Threadbeat',
  copyright: 'MIT License',
  directories: { output: 'release', buildResources: 'build/icons' },
  asar: true,
  npmRebuild: false, // the store's addon brings its binaries; rebuilding would want compilers and headers
  nodeGypRebuild: false,
  buildDependenciesFromSource: false,
  // Where newer versions are looked for; nothing is uploaded by a build.
  publish: [{ provider: 'github', owner: 'threadbeat', repo: 'threadbeat' }],
  generateUpdatesFilesForAllChannels: true,
  appImage: { artifactName: 'Threadbeat-${arch}.${ext}' }, // without a version: an update takes its place
  files: [
    'dist/**',
    '!dist/{bundled,packages}.json',
    '!dist/**/*.map',
    '!dist/*.gz',
    // Only the binary of the machine that the package is for
    '!**/@photostructure/sqlite/prebuilds/**',
    '**/@photostructure/sqlite/prebuilds/${platform}-${arch}/**',
    '!**/@photostructure/sqlite/{src/**,binding.gyp,dist/*.map,dist/*.mts,dist/*.cts}',
    '!**/node-addon-api/**',
  ],
  extraResources: ['THIRD-PARTY.txt', SBOM].map((file) => ({ from: `dist/${file}`, to: file })),
  // threadbeat:// links: macOS and Linux learn of them from here, Windows from the installer below.
  protocols: [{ name: 'Threadbeat', role: 'Viewer', schemes: ['threadbeat'] }],
  electronFuses: fuses(isForTests),
  linux: {
    executableName: PROGRAM,
    syncDesktopName: true,
    category: 'Development',
    synopsis: 'Heartbeats for your local repositories',
    maintainer: 'The Threadbeat authors <threadbeat@users.noreply.github.com>',
    icon: 'build/icons/app',
    extraResources: [{ from: 'build/packaging/linux/threadbeat', to: 'bin/threadbeat' }],
    desktop: { entry: { Keywords: 'git;repositories;heartbeat;agents;', StartupNotify: 'true' } },
    target: ['AppImage', 'deb', 'rpm'],
  },
  deb: { depends: DEB_NEEDS, packageCategory: 'devel', ...SCRIPTS, fpm: PAGES },
  rpm: { depends: RPM_NEEDS, packageCategory: 'Development/Tools', ...SCRIPTS, fpm: PAGES },
  mac: {
    category: 'public.app-category.developer-tools',
    icon: 'build/icons/app.icns',
    // One program for both processors; the addon has a binary for each.
    target: [
      { target: 'dmg', arch: 'universal' },
      { target: 'zip', arch: 'universal' },
    ],
    singleArchFiles: '**/@photostructure/sqlite/prebuilds/**',
    extraResources: [{ from: 'build/packaging/macos/threadbeat', to: 'bin/threadbeat' }],
    ...signing(hasCertificate),
    extendInfo: { LSUIElement: true }, // lives in the menu bar; the Dock tile comes with the window
  },
  win: {
    icon: 'build/icons/app.ico',
    extraResources: [{ from: 'build/packaging/windows/threadbeat.cmd', to: 'bin/threadbeat.cmd' }],
    target: [{ target: 'nsis', arch: ['x64', 'arm64'] }],
  },
  nsis: {
    include: 'build/packaging/windows/installer.nsh',
    oneClick: false,
    perMachine: false,
    allowToChangeInstallationDirectory: true,
  },
})

/** What a system's own tools show of a package; `dist/` is made before. */
const PAGES = [
  `build/packaging/linux/${APP_ID}.metainfo.xml=/usr/share/metainfo/${APP_ID}.metainfo.xml`,
  'dist/threadbeat.1.gz=/usr/share/man/man1/threadbeat.1.gz',
  'LICENSE=/usr/share/doc/threadbeat/copyright',
  'dist/THIRD-PARTY.txt=/usr/share/doc/threadbeat/THIRD-PARTY.txt',
]

const SCRIPTS = {
  afterInstall: 'build/packaging/linux/after-install.sh',
  afterRemove: 'build/packaging/linux/after-remove.sh',
}

/** All that there are, so that a new Electron's defaults decide nothing here. */
const fuses = (isForTests: boolean): NonNullable<Configuration['electronFuses']> => ({
  // The command line of a package runs in the package's own Electron: nobody has to have a Node.
  runAsNode: true,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: isForTests,
  enableCookieEncryption: false, // no cookie is kept
  enableEmbeddedAsarIntegrityValidation: true, // on macOS and Windows; Linux has no place for the sum
  onlyLoadAppFromAsar: true,
  loadBrowserProcessSpecificV8Snapshot: false,
  grantFileProtocolExtraPrivileges: false,
  // Flipping a fuse breaks the signature that Electron came with, and Apple Silicon starts nothing unsigned.
  resetAdHocDarwinSignature: true,
})

/**
 * With a certificate it signs, hardened. Without one the app gets a signature of nobody's, with which it starts; the
 * hardened runtime would then refuse the frameworks, whose signatures have no team either.
 */
const signing = (hasCertificate: boolean): Partial<NonNullable<Configuration['mac']>> =>
  hasCertificate
    ? { hardenedRuntime: true, entitlements: ENTITLEMENTS, entitlementsInherit: ENTITLEMENTS }
    : { identity: '-', hardenedRuntime: false }
const ENTITLEMENTS = 'build/packaging/macos/entitlements.plist'
