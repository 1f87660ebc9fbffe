#!/usr/bin/env bash
# Builds the image of the Dockerfile where no container registry can be reached, and tries it out:
#
#   deploy/build-image.sh [TAG]          (as root; default tag: span:latest)
#
# buildah takes the place of the container engine; the two base images the Dockerfile names are made here: a Debian by
# debootstrap, and for building the same Debian with this machine's Swift toolchain mounted into it. Then the image is
# started the way it is meant to run (its own user, read-only root, only the store writable) and has to answer.
#
# SPAN_IMAGE_WORK: where images and bases are kept (default .build-image). Remove it to start over.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly tag=${1:-span:latest}
readonly work=${SPAN_IMAGE_WORK:-$PWD/.build-image}
readonly release=bookworm
readonly debian_image=docker.io/library/debian:bookworm-slim swift_image=docker.io/library/swift:6.3-bookworm
export PATH="$PATH:/opt/swift/usr/bin"

[[ $EUID -eq 0 ]] || {
  echo "build-image: has to run as root (debootstrap and buildah's chroot isolation)" >&2
  exit 1
}

install_tools() {
  local packages=() package
  for package in buildah debootstrap; do
    command -v "$package" >/dev/null || packages+=("$package")
  done
  [[ ${#packages[@]} -gt 0 ]] || return 0
  echo "build-image: installing ${packages[*]}"
  apt-get -q update
  DEBIAN_FRONTEND=noninteractive apt-get -q install -y --no-install-recommends "${packages[@]}"
}

engine() {
  buildah --root "$work/images" --runroot "$work/run" --storage-driver "${SPAN_IMAGE_DRIVER:-overlay}" "$@"
}

has_image() { engine inspect --type image "$1" >/dev/null 2>&1; }

# The Debian that the service runs on.
make_debian_image() {
  has_image "$debian_image" && return 0
  local root=$work/debian container mount
  if [[ ! -f $root/.complete ]]; then
    rm -rf "$root"
    debootstrap --variant=minbase "$release" "$root"
    printf 'deb http://deb.debian.org/debian %s main\n' "$release" "$release-updates" >"$root/etc/apt/sources.list"
    printf 'deb http://deb.debian.org/debian-security %s-security main\n' "$release" >>"$root/etc/apt/sources.list"
    # As in the slim image: no package archives, lists, manuals, and none from packages that come later.
    printf 'Dir::Cache::%s "";\n' pkgcache srcpkgcache >"$root/etc/apt/apt.conf.d/docker-clean"
    printf 'path-exclude /usr/share/%s/*\n' doc man info locale >"$root/etc/dpkg/dpkg.cfg.d/docker"
    rm -rf "$root"/var/cache/apt/archives/*.deb "$root"/var/lib/apt/lists/* "$root"/usr/share/{doc,man,info,locale}/*
    touch "$root/.complete"
  fi
  container=$(engine from scratch)
  mount=$(engine mount "$container")
  cp -a "$root/." "$mount/"
  rm -f "$mount/.complete"
  engine umount "$container" >/dev/null
  engine config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin --cmd bash "$container"
  engine commit --format docker --rm "$container" "$debian_image"
}

# The Debian that builds: Swift itself comes in as a read-only mount, so only its place is noted.
make_swift_image() {
  has_image "$swift_image" && return 0
  local container
  container=$(engine from --pull-never "$debian_image")
  engine config --env "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:$toolchain/usr/bin" "$container"
  # What the toolchain needs beside itself, as its official image has it.
  engine run --isolation chroot --network host "$container" -- sh -c '
    apt-get -q update &&
    DEBIAN_FRONTEND=noninteractive apt-get -q install -y --no-install-recommends \
      binutils ca-certificates git libc6-dev libcurl4 libedit2 libgcc-12-dev libncurses6 libsqlite3-0 \
      libstdc++-12-dev libxml2 pkg-config tzdata zlib1g-dev &&
    rm -rf /var/lib/apt/lists/*'
  engine commit --format docker --rm "$container" "$swift_image"
}

install_tools
swift_binary=$(command -v swift) || {
  echo "build-image: no swift on PATH or in /opt/swift" >&2
  exit 1
}
toolchain=$(dirname "$(dirname "$(dirname "$(readlink -f "$swift_binary")")")")
readonly toolchain
mkdir -p "$work"

make_debian_image
make_swift_image
engine build --layers --format docker --isolation chroot --network host --pull-never \
  --volume "$toolchain:$toolchain:ro" --tag "$tag" --file Dockerfile .

# ---- the image as it will run

container=$(engine from --pull-never "$tag")
# shellcheck disable=SC2329 # called by the trap
cleanup() { engine rm "$container" >/dev/null || true; }
trap cleanup EXIT
root=$(engine mount "$container")

setting() { engine inspect --type image --format "{{.Docker.Config.$1}}" "$tag"; }
user=$(setting User)
echo "image $tag: user $user, entrypoint $(setting Entrypoint), health check $(setting Healthcheck.Test), $(du -sh "$root" | cut -f 1)"
[[ $user == 10001:10001 ]]
[[ $(setting Entrypoint) == "[spand]" ]]
echo "shared libraries of the binary:"
chroot "$root" ldd /usr/local/bin/spand

megabytes() { du -s --block-size=1M "$1" | cut -f 1; }
base=$(engine from --pull-never "$debian_image")
beyond=$(($(megabytes "$root") - $(megabytes "$(engine mount "$base")")))
engine rm "$base" >/dev/null
echo "$beyond MiB beyond the base, unpacked"
((beyond <= 60))

# A namespace of its own: the image's root read-only, its shells gone, /proc (Swift reads its arguments there), the store a
# fresh tmpfs; then the image's user without any capability, as compose.single.yaml runs it.
cat >"$work/spand-in-image" <<EOF
#!/bin/sh
exec unshare --mount --propagation private sh -c '
  mount --bind "\$0" "\$0" && mount -o remount,bind,ro "\$0" &&
  mount --bind /dev/null "\$0/bin/dash" && mount --bind /dev/null "\$0/bin/bash" &&
  mount -t proc proc "\$0/proc" &&
  mount -t tmpfs -o uid=10001,gid=10001,mode=700 store "\$0/var/lib/span" &&
  exec chroot "\$0" setpriv --reuid=10001 --regid=10001 --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all \
    /usr/local/bin/spand "\$@"' '$root' "\$@"
EOF
chmod +x "$work/spand-in-image"

export SPAN_BINARY=$work/spand-in-image SPAN_STORE_PATH=/var/lib/span/span.sqlite
scripts/with-service.sh scripts/check-cases.sh
scripts/with-service.sh scripts/check-quick-start.sh
scripts/with-service.sh scripts/reports/run
scripts/with-service.sh sh -c "'$work/spand-in-image' healthcheck --listen \"\${SPAN_URL#http://}\""
echo "image $tag answers"
