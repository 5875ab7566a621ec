package org.thetisdb.lab.shift;

/** When a map is drawn; in the order of time. */
public enum Look {
  /** The load begins. */
  BEGIN,
  /** Just before the locality shifts. */
  FOLLOWED,
  /** The locality shifts: nothing has moved for it yet. */
  SHIFTED,
  /** The load ends. */
  FOLLOWED_AGAIN;

  /** Whether it is at the beginning of a tenth of a second, of which it has the writes. */
  public boolean isFirst() {
    return this == BEGIN || this == SHIFTED;
  }
}
