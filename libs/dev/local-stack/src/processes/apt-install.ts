/**
 * A shell script, for root, that installs a program of Debian or Ubuntu. They start and enable the service
 * they install; this project wants the program only: policy-rc.d is Debian's documented way to say so, and an
 * existing one is respected.
 */
export const aptInstallScript = (name: string): string => `set -e
export DEBIAN_FRONTEND=noninteractive
policy=/usr/sbin/policy-rc.d
if [ ! -e $policy ]; then
  trap 'rm -f $policy' EXIT
  # dash runs no EXIT trap when a signal ends it.
  trap 'exit 1' INT TERM HUP
  printf '#!/bin/sh\\nexit 101\\n' > $policy
  chmod 755 $policy
fi
apt-get -qq update || true
apt-get -qq install -y --no-install-recommends -o DPkg::Lock::Timeout=120 ${name}
if [ -d /run/systemd/system ]; then systemctl disable ${name}; fi`;
