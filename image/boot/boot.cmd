# What U-Boot does at each start, on a Raspberry Pi (mmc) and on QEMU's own machine (virtio): chooses a slot and
# starts its kernel. image/build turns it into boot.scr.
#
# The slot state is one sector, kept twice outside of all partitions (1 MiB and 5 MiB into the card), with a
# checksum: nc_slot is the slot that is trusted, nc_try the one on trial or none, nc_left how many starts
# the trial has left. An ordinary start writes nothing.

# U-Boot's usual addresses lie where Debian's kernel is unpacked to.
if test "${devtype}" = mmc; then
  setenv kernel_addr_r 0x04000000
  setenv ramdisk_addr_r 0x0a000000
  setenv kernel_comp_addr_r 0x0c000000
else
  setenv kernel_comp_addr_r 0x50000000
fi
setenv kernel_comp_size 0x03000000
setenv s ${ramdisk_addr_r}
setenv nc_ok 0
setenv nc_extra
${devtype} dev ${devnum}

# The first copy whose checksum is right; only the three names are taken, whatever else stands there.
for n in 800 2800; do
  if test ${nc_ok} = 0; then
    if ${devtype} read ${s} ${n} 1; then
      if env import -c ${s} 200 nc_slot nc_try nc_left; then setenv nc_ok 1; fi
    fi
  fi
done
test "${nc_slot}" = B || setenv nc_slot A
test "${nc_try}" = A -o "${nc_try}" = B || setenv nc_try none
test "${nc_left}" = 1 -o "${nc_left}" = 2 -o "${nc_left}" = 3 || setenv nc_left 0
test ${nc_try} != none || setenv nc_left 0
setenv nc_use ${nc_slot}

# A trial is counted down before it starts. Where that cannot be written, there is none.
if test ${nc_try} != none; then
  if test ${nc_left} != 0; then
    setexpr nc_left ${nc_left} - 1
    setenv nc_use ${nc_try}
  else
    setenv nc_try none
    setenv nc_left 0
  fi
  mw.b ${s} 0 200
  env export -c -s 200 ${s} nc_slot nc_try nc_left
  if ${devtype} write ${s} 800 1; then ${devtype} write ${s} 2800 1; else setenv nc_use ${nc_slot}; fi
fi

# The device tree as the firmware made it, with the overlays of config.txt.
if test -n "${fdt_addr}"; then setenv nc_fdt ${fdt_addr}; else setenv nc_fdt ${fdtcontroladdr}; fi

# More arguments for the kernel, out of a file that no image has when it is made.
if test -e ${devtype} ${devnum}:1 extra.txt; then
  load ${devtype} ${devnum}:1 ${s} extra.txt
  env import -t ${s} ${filesize} nc_extra_mmc nc_extra_virtio
  if test "${devtype}" = mmc; then setenv nc_extra ${nc_extra_mmc}; else setenv nc_extra ${nc_extra_virtio}; fi
fi

# The other slot where this one has no kernel.
if test ${nc_use} = B; then setenv nc_order "B A"; else setenv nc_order "A B"; fi
# Nothing here uses the security modules that lsm leaves out (BPF, AppArmor, ...): systemd would take a fifth of a second
# to load a program for one of them before it starts the clock.
for l in ${nc_order}; do
  if test ${l} = B; then setenv p 3; else setenv p 2; fi
  part uuid ${devtype} ${devnum}:${p} u
  setenv bootargs "root=PARTUUID=${u} ro rauc.slot=${l} net.ifnames=0 lsm=landlock,yama quiet panic=5 ${nc_extra}"
  echo "NC: slot ${l} try ${nc_try} left ${nc_left}"
  if load ${devtype} ${devnum}:${p} ${kernel_addr_r} boot/vmlinuz; then
    if load ${devtype} ${devnum}:${p} ${ramdisk_addr_r} boot/initrd.img; then
      booti ${kernel_addr_r} ${ramdisk_addr_r}:${filesize} ${nc_fdt}
    fi
  fi
done
sleep 10
reset
