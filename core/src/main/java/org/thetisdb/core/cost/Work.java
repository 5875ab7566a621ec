package org.thetisdb.core.cost;

import java.util.Locale;

/** A step of work that has a unit cost (decision 0073). */
public enum Work {
  /** A message or a timer of the router. */
  ROUTER_TASK,
  /** A message, an answer of the log or a timer of a site's engine, beside rows. */
  ENGINE_TASK,
  /** A batch of entries that a site applies, beside rows. */
  REFRESH_TASK,
  /** To find a row by its key, or to find out that there is none. */
  ROW_READ,
  /** Each row that a scan meets. */
  ROW_SCANNED,
  /** To write a row, with its lock, its part of the record and its plan. */
  ROW_WRITTEN,
  /** To install a row that another site has written. */
  ROW_REFRESHED,
  /** A row that an epoch view's call has written, where it has run, with its plan and its locks. */
  ROW_MADE,
  /** A row that was decided in an epoch view, at each member that holds it in memory. */
  ROW_HELD,
  /** A row that an epoch view's epoch coordinator puts into its store and its log. */
  ROW_COMMITTED,
  /** The way of a message from one machine to another: time, and no processor. */
  MESSAGE,
  /** Until an entry is in a log and its writer knows: time, and no processor. */
  APPEND;

  /** Whether it keeps a processor busy; else it is time that somebody waits. */
  public boolean isOfProcessor() {
    return this != MESSAGE && this != APPEND;
  }

  /** Whether a site does it. */
  public boolean isOfSite() {
    return isOfProcessor() && this != ROUTER_TASK;
  }

  /** Its name in files; a cost there has the suffix {@code _ns}. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
