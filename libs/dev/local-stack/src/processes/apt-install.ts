/** Ends the script of {@link aptInstallScript} that installs nothing, as only another version would do. */
export const OTHER_VERSION = 9;

/**
 * A shell script, for root, that installs a program of Debian or Ubuntu. They start and enable the service
 * they install; this project wants the program only: policy-rc.d is Debian's documented way to say so, and an
 * existing one is respected. One that is installed already serves somebody: to replace it would stop it.
 */
export const aptInstallScript = (name: string, oldestMajor = 0): string => `set -e
export DEBIAN_FRONTEND=noninteractive LC_ALL=C
if [ "$(dpkg-query -W -f='\${db:Status-Status}' ${name} 2>/dev/null)" = installed ]; then
  echo "another ${name} is installed, which somebody may use" >&2
  exit ${OTHER_VERSION}
fi
policy=/usr/sbin/policy-rc.d
if [ ! -e $policy ]; then
  trap 'rm -f $policy' EXIT
  # dash runs no EXIT trap when a signal ends it.
  trap 'exit 1' INT TERM HUP
  printf '#!/bin/sh\\nexit 101\\n' > $policy
  chmod 755 $policy
fi
apt-get -qq update || true
version=$(apt-cache policy ${name} | sed -n 's/^ *Candidate: *//p' | sed 's/^[0-9]*://')
case $version in [0-9]*)
  if [ "\${version%%[!0-9]*}" -lt ${oldestMajor} ]; then
    echo "its ${name} is of version $version" >&2
    exit ${OTHER_VERSION}
  fi
esac
apt-get -qq install -y --no-install-recommends -o DPkg::Lock::Timeout=120 ${name}
if [ -d /run/systemd/system ]; then systemctl disable ${name}; fi`;
