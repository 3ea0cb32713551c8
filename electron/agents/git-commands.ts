/** Beginnings of command lines that ask git and change nothing, whatever follows them (writing to a file by `--output` is refused besides). */
export const GIT_READS = [
  'git status', 'git log', 'git diff', 'git show', 'git blame', 'git shortlog', 'git describe', 'git rev-parse', 'git rev-list', 'git ls-files', 'git ls-tree', 'git ls-remote',
  'git cat-file', 'git for-each-ref', 'git merge-base', 'git diff-tree', 'git name-rev', 'git check-ignore', 'git count-objects',
  'git branch --list', 'git branch --show-current', 'git branch -a', 'git branch -r', 'git branch -v', 'git branch -vv', 'git tag --list', 'git stash list', 'git worktree list', 'git remote -v',
] as const

export const GH_READS = [
  'gh pr list', 'gh pr view', 'gh pr status', 'gh pr checks', 'gh pr diff', 'gh issue list', 'gh issue view', 'gh issue status', 'gh run list', 'gh run view', 'gh release list', 'gh release view',
  'gh repo view', 'gh workflow list', 'gh workflow view', 'gh search',
] as const

/** What tidying needs: staging, committing, working on branches. Neither push nor what runs other programs (rebase --exec, bisect run). */
export const GIT_WRITES = ['git add', 'git commit', 'git switch', 'git checkout -b', 'git branch', 'git restore', 'git mv', 'git rm', 'git stash', 'git fetch'] as const
