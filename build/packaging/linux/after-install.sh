#!/bin/sh
# After installing. Both packages run it, so it uses what dpkg and rpm have in common: a POSIX shell.
set -e

ln -sf '/opt/${sanitizedProductName}/resources/bin/threadbeat' /usr/bin/threadbeat

# Where the kernel gives no user namespaces, Chromium's sandbox needs its helper with the rights of root.
if setpriv --reuid=65534 --regid=65534 --clear-groups unshare --user true 2>/dev/null; then
  chmod 0755 '/opt/${sanitizedProductName}/chrome-sandbox'
else
  chmod 4755 '/opt/${sanitizedProductName}/chrome-sandbox'
fi

if command -v update-desktop-database >/dev/null; then
  update-desktop-database -q /usr/share/applications || true
fi
if command -v gtk-update-icon-cache >/dev/null; then
  gtk-update-icon-cache -q -t -f /usr/share/icons/hicolor || true
fi

# Ubuntu since 24.04 gives user namespaces to programs with a profile only. Older ones cannot read it.
profile='/opt/${sanitizedProductName}/resources/apparmor-profile'
target='/etc/apparmor.d/${executable}'
if command -v apparmor_parser >/dev/null && apparmor_parser --skip-kernel-load "$profile" >/dev/null 2>&1; then
  cp -f "$profile" "$target"
  if ! ischroot 2>/dev/null; then
    apparmor_parser --replace --write-cache --skip-read-cache "$target" || true
  fi
fi
exit 0
