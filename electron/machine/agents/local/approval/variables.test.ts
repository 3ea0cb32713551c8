import { expect, it } from 'vitest'
import { approvalRepository } from '../testing/approval-repository.ts'

const { put, request, asksAgain } = approvalRepository()
type Files = Readonly<Record<string, string>>

const LOOP = 'all:\n\t@for d in $(SUBDIRS); do $(MAKE) -C $$d || exit 1; done\n'
it.each<[string, Files, string]>([
  ['make', { Makefile: `SUBDIRS = lib app\n${LOOP}` }, 'app/Makefile'],
  ['make', { Makefile: `ONE = lib\nSUBDIRS := $(ONE) \\\n  app\n${LOOP}` }, 'app/Makefile'],
  ['make', { Makefile: `SUBDIRS = lib app\n${LOOP}` }, 'lib/GNUmakefile'],
  [
    'make',
    { Makefile: 'SUBDIRS = lib app\nall: $(SUBDIRS)\n$(SUBDIRS):\n\t$(MAKE) -C $@\n' },
    'app/Makefile',
  ],
  ['make', { Makefile: 'SUBDIRS = lib app\n$(SUBDIRS): ; $(MAKE) -C $@\n' }, 'app/Makefile'],
  ['make', { Makefile: 'lib app:\n\t$(MAKE) -C src/$@\n' }, 'src/app/Makefile'],
  ['make', { Makefile: 'DIR ?= lib\nall:\n\tmake --directory=$(DIR)\n' }, 'lib/Makefile'],
  ['make', { Makefile: 'all:\n\t$(foreach d,lib app,$(MAKE) -C $(d);)\n' }, 'app/Makefile'],
  ['make', { Makefile: `SUBDIRS = $(wildcard pkgs/*/)\n${LOOP}` }, 'pkgs/one/Makefile'],
  ['make -C top', { 'top/Makefile': `SUBDIRS = lib app\n${LOOP}` }, 'top/app/Makefile'],
  ['sh run.sh', { 'run.sh': 'for d in lib app; do\n  (cd "$d" && npm test)\ndone\n' }, 'app/package.json'],
  ['sh run.sh', { 'run.sh': 'for d in pkgs/*; do cd $d; sh check; done\n' }, 'pkgs/one/check'],
])(
  'found by an attack: `%s` over %j asks again when %s changes, in a folder that a variable names',
  async (command, files, changed) => {
    put(files)
    await asksAgain(command, changed)
  },
)

it.each<[string, Files, string]>([
  ['make', { Makefile: 'SH = sh\nall:\n\t$(SH) ci/check\n' }, 'ci/check'],
  ['make', { Makefile: 'all:\n\t@$(SHELL) -e ci/check\n' }, 'ci/check'],
  ['make', { Makefile: 'PYTHON ?= python3\nall:\n\t$(PYTHON) -m ci.check\n' }, 'ci/check.py'],
  ['make', { Makefile: 'PYTHON ?= /usr/bin/env python3\nall:\n\t${PYTHON} -m ci.check\n' }, 'ci/check.py'],
  ['make', { Makefile: 'include config.mk\nall:\n\t$(PYTHON) ci/check\n' }, 'ci/check'],
  ['make', { Makefile: 'RUN := python3 -m\nall:\n\t$(RUN) ci.check\n' }, 'ci/check.py'],
  ['make', { Makefile: 'X = bash -eu\nall:\n\t$(X) ci/check\n' }, 'ci/check'],
  ['make', { Makefile: 'all:\n\t$(NPM) test\n' }, '.npmrc'],
  ['sh run.sh', { 'run.sh': '"${PYTHON:-python3}" -m ci.check\n' }, 'ci/check.py'],
  ['sh run.sh', { 'run.sh': 'sh=/bin/sh\n"$sh" ci/check\n' }, 'ci/check'],
])(
  'found by an attack: `%s` over %j asks again when %s changes, whose interpreter a variable names',
  async (command, files, changed) => {
    put(files)
    await asksAgain(command, changed)
  },
)

it.each<[string]>([
  ['SUBDIRS = $(dir $(wildcard */Makefile))\nall:\n\tfor d in $(SUBDIRS); do $(MAKE) -C $$d; done\n'],
  ['include config.mk\n$(SUBDIRS):\n\t$(MAKE) -C $@\n'],
  ['all:\n\tmake -C $(@D)\n'],
  ['all:\n\tfor d in $$(ls); do cd $$d && make; done\n'],
  ['A = $(B)\nB = $(A)\nall:\n\tmake -C $(A)\n'],
])('a folder of make that is known only when it runs is said: %j', async (makefile) => {
  put({ Makefile: makefile })
  expect((await request('make')).limits.join(' ')).toContain('is known only when they run')
})

it.each([
  'SUBDIRS = lib app\nall:\n\tfor d in $(SUBDIRS); do $(MAKE) -C $$d; done\n',
  'all:\n\tmake -C $(CURDIR)/lib\n\tmake -C "$$(dirname "$$0")" x\n',
  'OUT = $(shell mktemp -d)\nall:\n\ttar -xf a.tar -C $(OUT)\n',
])('nothing of it is said to be unknown where all folders stand in the makefile: %j', async (makefile) => {
  put({ Makefile: makefile })
  expect((await request('make')).limits.join(' ')).not.toContain('is known only when they run')
})

it.each([
  Array.from({ length: 3000 }, (_, n) => `A${n} = ${`$(A${n + 1}) `.repeat(60)}`).join('\n') +
    '\nall:\n\tmake -C $(A0)\n',
  'cd '.repeat(100_000) + '$x',
  `all:\n\t${'make -C $(A) '.repeat(30_000)}\n`,
  '$A '.repeat(150_000),
  `for ${' '.repeat(200_000)}in`,
])(
  'found by an attack: variables made to hold everybody up are looked through in bounded time (%#)',
  async (makefile) => {
    put({ Makefile: makefile })
    const started = process.cpuUsage()
    expect((await request('make')).fileHash).not.toBe(null)
    const { user, system } = process.cpuUsage(started)
    expect((user + system) / 1e6).toBeLessThan(20)
  },
)
