#!/bin/sh
# After removing; an update runs it too, with the new copy already there: dpkg says `upgrade`, rpm the number left.
set -e

case "$1" in
  upgrade | 1 | failed-upgrade | abort-*) exit 0 ;;
esac

rm -f /usr/bin/threadbeat

target='/etc/apparmor.d/${executable}'
if [ -f "$target" ]; then
  if command -v apparmor_parser >/dev/null && ! ischroot 2>/dev/null; then
    apparmor_parser --remove "$target" || true
  fi
  rm -f "$target"
fi
if command -v update-desktop-database >/dev/null; then
  update-desktop-database -q /usr/share/applications || true
fi
exit 0
