/**
 * Runs in a user, mount, process, network, IPC and host-name namespace of its own, as its first process. Arguments:
 * copy, real folder, objects of the real one, place for them, scratch folder, user and group number, the word that is
 * printed when the command starts, places to hide, `--`, folders to see in the copy as [real, name in the copy], `--`,
 * the command.
 *
 * All that is mounted becomes read-only but the copy and a scratch folder in memory; then the copy takes the place of
 * the real folder. The command itself runs in one more user namespace, in which it has no rights over these mounts.
 */
export const BOX_SCRIPT = `
set -eu
path=$PATH
PATH=/usr/sbin:/usr/bin:/sbin:/bin:$PATH
copy=$1 real=$2 objects=$3 place=$4 scratch=$5 user=$6 group=$7 word=$8
shift 8
mount -t tmpfs -o size=512m,mode=0700 tmpfs "$scratch"
mkdir "$scratch/tmp" "$scratch/cache" "$scratch/made" "$scratch/work"
mount --bind "$copy" "$copy"
while [ "$1" != -- ]; do
  # What lies in a folder that is hidden already, or has gone meanwhile, is hidden.
  if [ -d "$1" ]; then hide="-t tmpfs -o size=4k,mode=0700 tmpfs"; else hide="--bind /dev/null"; fi
  [ ! -e "$1" ] || mount $hide "$1" 2>/dev/null || [ ! -e "$1" ] || { echo "$1 stays in sight" >&2; exit 125; }
  shift
done
shift
# After what is hidden: by another way nothing of that is seen.
mount --bind "$objects" "$place"
for one in /proc/sys /proc/sysrq-trigger /proc/irq /proc/bus; do
  if [ -e "$one" ]; then mount --bind "$one" "$one"; mount -o remount,bind,ro "$one"; fi
done
if [ -d /dev/pts ]; then mount -t tmpfs -o size=4k,mode=0700 tmpfs /dev/pts; fi
count=0
while [ "$1" != -- ]; do
  count=$((count + 1))
  mkdir "$scratch/made/$count" "$scratch/work/$count"
  mount -t overlay -o "lowerdir=$1,upperdir=$scratch/made/$count,workdir=$scratch/work/$count,userxattr" overlay "$copy/$2" 2>/dev/null ||
    mount --bind "$1" "$copy/$2"
  shift 2
done
shift
# Where the copy itself lies in it, it can only be read.
memory=/dev/shm
case "$copy:$scratch:$real" in /dev/shm/* | *:/dev/shm/*) memory= ;; *) mount -t tmpfs -o size=256m,mode=1777 tmpfs /dev/shm 2>/dev/null || true ;; esac
mounted=$(cat /proc/self/mountinfo)
printf '%s\\n' "$mounted" | while read -r _ _ _ _ at options _ _ _ rest; do
  case $at in *'\\'*) at=$(printf '%b.' "$(printf '%s' "$at" | sed 's/\\\\/\\\\0/g')"); at=\${at%.} ;; esac
  case $at in "$copy" | "$scratch" | /proc | "$memory" | /dev/pts | /dev/mqueue) continue ;; esac
  case $at in "$copy"/*) case $rest in *userxattr*) continue ;; esac ;; esac
  case $options in rw*) ;; *) continue ;; esac
  mount -o "remount,bind,ro\${options#rw}" "$at" 2>/dev/null || [ ! -e "$at" ] || { echo "$at stays writable" >&2; exit 125; }
done
mount --rbind "$copy" "$real"
ip link set lo up 2>/dev/null || true
cd "$real"
unset SSH_AUTH_SOCK SSH_AGENT_PID DBUS_SESSION_BUS_ADDRESS
export TMPDIR="$scratch/tmp" TEMP="$scratch/tmp" TMP="$scratch/tmp" XDG_CACHE_HOME="$scratch/cache"
export npm_config_cache="$scratch/cache/npm" npm_config_update_notifier=false
ulimit -f 524288
ulimit -c 0
printf '%s\\n' "$word"
PATH=$path
set +e
unshare --user --map-user="$user" --map-group="$group" -- "$@"
exit $?
`
