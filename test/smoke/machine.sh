# Functions for scripts that need a machine of their own: a Debian 13 with systemd as process 1 and a network of its own, in
# namespaces. Its disk is in memory, over a folder of deploy/debian-root. Needs root, debootstrap and slirp4netns.
#   machine_needs "$0" "$@"        # first: goes on in namespaces in which nothing outlives the script
#   machine_boot PACKAGE...        # makes and starts the machine
#   machine COMMAND...             # runs a command in it, as root
# HOLD=1 keeps the machine for an hour after a failure, to look at it with nsenter.
# Its network reaches the internet through slirp4netns, and nothing of this computer. A reboot keeps its disk.

MACHINE_PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
cache=${XDG_CACHE_HOME:-$HOME/.cache}/loquat

# Folders of the machine that are not on the stack of folders; set it before machine_boot.
MACHINE_FOLDERS=()

machine_needs() {
  if [ -n "${MACHINE_CGROUP:-}" ]; then
    trap '[ "$?" = 0 ] || [ -z "${HOLD:-}" ] || sleep 3600' EXIT
    return
  fi
  [ "$(id -u)" = 0 ] || { echo 'this needs root, for namespaces and mounts' >&2; exit 1; }
  command -v slirp4netns >/dev/null || { echo 'slirp4netns is missing: apt-get install slirp4netns' >&2; exit 1; }
  export MACHINE_CGROUP=loquat-smoke-$$
  MACHINE=$(mktemp -d)
  export MACHINE
  local status=0
  unshare --mount --pid --fork --kill-child --mount-proc "$@" || status=$?
  # What is left of the machine's control groups.
  unshare --mount bash -c '
    folder=$(mktemp -d)
    mount -t cgroup2 cgroup2 "$folder"
    for try in $(seq 50); do
      ! [ -d "$folder/$MACHINE_CGROUP" ] || find "$folder/$MACHINE_CGROUP" -depth -type d -exec rmdir {} + 2>/dev/null || true
      [ -d "$folder/$MACHINE_CGROUP" ] || break
      sleep 0.1
    done
    umount "$folder"
    rmdir "$folder"'
  rmdir "$MACHINE"
  exit "$status"
}

# Prints the seconds since a moment that `now` printed.
now() { date +%s.%N; }
since() { awk -v from="$1" -v to="$(now)" 'BEGIN { printf "%.1f", to - from }'; }
step() { printf '\n== %s\n' "$1"; }
fail() { printf 'failed: %s\n' "$1" >&2; exit 1; }

# Runs a command each half second until it succeeds: until_true SECONDS COMMAND...
until_true() {
  local seconds=$1 from=$SECONDS
  shift
  until "$@"; do
    [ $((SECONDS - from)) -lt "$seconds" ] || return 1
    sleep 0.5
  done
}

machine_boot() {
  local root
  root=$(deploy/debian-root systemd systemd-sysv dbus ca-certificates iproute2 procps "$@")
  mount -t tmpfs -o size=12g tmpfs "$MACHINE"
  mkdir "$MACHINE"/{cgroup,system,upper,work}
  mount -t overlay -o "lowerdir=$root,upperdir=$MACHINE/upper,workdir=$MACHINE/work" system "$MACHINE/system"
  mount -t cgroup2 cgroup2 "$MACHINE/cgroup"
  mkdir "$MACHINE/cgroup/$MACHINE_CGROUP"
  printf 'loquat\n' >"$MACHINE/system/etc/hostname"
  printf '127.0.0.1 localhost loquat\n' >"$MACHINE/system/etc/hosts"
  printf 'nameserver 10.0.2.3\n' >"$MACHINE/system/etc/resolv.conf"
  : >"$MACHINE/system/etc/machine-id"
  # The machine trusts what this computer trusts.
  cp /etc/ssl/certs/ca-certificates.crt "$MACHINE/system/etc/ssl/certs/ca-certificates.crt"
  mkdir -p "$MACHINE/system/usr/local/etc"
  { cat "$HOME/.npmrc" 2>/dev/null || true; printf '\ncafile=/etc/ssl/certs/ca-certificates.crt\n'; } >"$MACHINE/system/usr/local/etc/npmrc"
  # The kernel is not the machine's own.
  ln -s /dev/null "$MACHINE/system/etc/systemd/system/systemd-modules-load.service"
  # What an engine stacks itself cannot be on a stack of folders.
  local folder
  for folder in "${MACHINE_FOLDERS[@]}"; do
    mkdir -p "$MACHINE/folders$folder" "$MACHINE/system$folder"
    mount --bind "$MACHINE/folders$folder" "$MACHINE/system$folder"
  done
  # Packages that were downloaded once are kept.
  mkdir -p "$cache/packages" "$HOME/.npm" "$MACHINE/system/root/.npm"
  mount --bind "$cache/packages" "$MACHINE/system/var/cache/apt/archives"
  mount --bind "$HOME/.npm" "$MACHINE/system/root/.npm"
  echo 'Binary::apt-get::APT::Keep-Downloaded-Packages "true";' >"$MACHINE/system/etc/apt/apt.conf.d/90keep"
  machine_power 2>/dev/null &
  machine_up
}

# Runs the machine until it powers off; a reboot starts it again.
machine_power() {
  local status
  while :; do
    rm -f "$MACHINE/outer" "$MACHINE/network"
    status=0
    # The first process of the new namespaces moves itself into the machine's control group, and becomes systemd.
    unshare --mount --pid --net --uts --ipc --fork --kill-child bash -c '
      echo 0 >"$MACHINE/cgroup/$MACHINE_CGROUP/cgroup.procs"
      exec unshare --cgroup bash -euc "
        cd \"$MACHINE/system\"
        mount --make-rprivate /
        mount -t proc proc proc
        mount -t sysfs -o ro sysfs sys
        mount -t cgroup2 cgroup2 sys/fs/cgroup
        mount -t tmpfs -o mode=0755 tmpfs run
        mount -t tmpfs -o mode=0755 tmpfs dev
        mkdir dev/pts dev/shm dev/net
        mount -t devpts -o newinstance,ptmxmode=0666,mode=0620,gid=5 devpts dev/pts
        mount -t tmpfs -o mode=1777 tmpfs dev/shm
        for device in null zero full random urandom tty net/tun; do touch dev/\$device; mount --bind /dev/\$device dev/\$device; done
        ln -s pts/ptmx dev/ptmx
        ln -s /proc/self/fd dev/fd
        ip link set lo up
        hostname loquat
        until [ -e $MACHINE/network ]; do sleep 0.05; done
        mkdir -p mnt/former
        pivot_root . mnt/former
        umount -l /mnt/former
        exec env -i PATH=$MACHINE_PATH container=unshare /sbin/init --log-target=journal --show-status=no
      "' </dev/null >"$MACHINE/console" 2>&1 &
    echo $! >"$MACHINE/outer"
    wait $! || status=$?
    # Process 1 ends by SIGHUP when it reboots.
    [ "$status" = 129 ] || break
  done
  touch "$MACHINE/off"
}

# Waits until all units of the machine have started.
machine_up() {
  until [ -s "$MACHINE/outer" ] && PID=$(pgrep -P "$(cat "$MACHINE/outer")"); do sleep 0.05; done
  slirp4netns --configure --mtu=65520 --disable-host-loopback "$PID" tap0 >"$MACHINE/slirp" 2>&1 &
  until nsenter -t "$PID" --net ip -o address show tap0 2>/dev/null | grep -q 10.0.2; do sleep 0.05; done
  touch "$MACHINE/network"
  until_true 60 eval '[ "$(cat /proc/$PID/comm)" = systemd ]' || { cat "$MACHINE/console" >&2; fail 'systemd did not start'; }
  until_true 120 machine_started || fail 'the units of the machine did not all start'
}

# Talks, and fails when a proxy could not hand a request on at once.
talk_undisturbed() {
  local said
  said=$(talk) || fail 'talking'
  echo "$said"
  [[ $said == *' 0 requests repeated' ]] || fail 'the proxy sent requests to a gateway that did not serve them'
}

# Reboots the machine, and waits until its units have started.
machine_reboot() {
  local former=$PID
  machine systemctl reboot || true
  until_true 120 test ! -e "/proc/$former" || fail 'the machine did not stop'
  machine_up
}

# Whether the machine has started, with or without failed units.
machine_started() {
  case $(machine systemctl is-system-running 2>/dev/null) in running | degraded) ;; *) return 1 ;; esac
}

machine() {
  nsenter -t "$PID" --all -- env -i PATH="$MACHINE_PATH" HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"
}

# Puts Node 24 and npm into the machine, as a package of Node would.
machine_node() {
  cp "$(deploy/node-binary 24)" "$MACHINE/system/usr/local/bin/node"
  mkdir -p "$MACHINE/system/usr/local/lib/node_modules/npm"
  cp -R "$(deploy/npm-folder)/." "$MACHINE/system/usr/local/lib/node_modules/npm"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$MACHINE/system/usr/local/bin/npm"
}

# Prints the commands of a page: documented DOCUMENT HEADING NUMBER, the number of the block below that heading.
documented() {
  awk -v heading="## $2" -v number="$3" '
    /^## / { inside = $0 == heading }
    inside && /^```/ { open = !open; if (open) count++; next }
    inside && open && count == number' "$1"
}

# Runs the commands of a page in the machine, after PAGE_FIRST: page DOCUMENT HEADING NUMBER [SED-SCRIPT]
PAGE_FOLDER=/root
PAGE_FIRST=
page() {
  { echo "set -euo pipefail; cd $PAGE_FOLDER"; echo "$PAGE_FIRST"; documented "$1" "$2" "$3" | sed "${4:-}"; } >"$MACHINE/system/root/page.sh"
  machine bash /root/page.sh
}
