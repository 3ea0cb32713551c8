import { it } from 'vitest'
import { approvalRepository } from '../testing/approval-repository.ts'

const { put, asksAgain } = approvalRepository()

it.each([
  ['./bin/rbash ci/check', 'ci/check'],
  ['./bin/mksh ci/check', 'ci/check'],
  ['./bin/perl5.36.0 ci/check', 'ci/check'],
  ['./bin/ruby3.2 ci/check', 'ci/check'],
  ['./bin/busybox sh ci/check', 'ci/check'],
  ['true | ./bin/rbash -e ci/check', 'ci/check'],
  ['cat ci/check | ./bin/perl5.36.0', 'ci/check'],
  ['sh run.sh', 'ci/check'],
  ['python3 -Bm ci.check', 'ci/check.py'],
  ['python3 -mci.check', 'ci/check.py'],
  ['python3 -Im ci', 'ci/__main__.py'],
  ['python3 -W ignore -m ci.check', 'ci/check.py'],
  ['./bin/pypy3 -m ci.check', 'ci/check.py'],
  ['sh -c "cd sub && python3 -Bmci.check"', 'sub/ci/check.py'],
])('found by an attack: `%s` asks again when %s changes', async (command, changed) => {
  for (const name of ['rbash', 'mksh', 'perl5.36.0', 'ruby3.2', 'busybox', 'pypy3'])
    put({ [`bin/${name}`]: '#!/bin/sh\n' }, 0o755) // any that is called so: nothing is run here
  put({ 'run.sh': 'rbash ci/check\n' })
  await asksAgain(command, changed)
})
