package org.thetisdb.server.site;

import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.replication.log.LogAppender;
import org.thetisdb.replication.log.LogBatchWriter;

/**
 * Closes the log of a site that leaves the cluster: behind a fence with the next number no earlier
 * incarnation counts. Whether that fence comes to the log or not, nothing of this site follows, and
 * the site ends. Lives on the engine's event loop.
 */
final class LogClosing implements LogAppender.AppendCallback {
  private final int site;
  private final SiteServices services;
  private final Incarnation incarnation;
  private final LogAppender appender;

  LogClosing(int site, SiteServices services, Incarnation incarnation, LogAppender appender) {
    this.site = site;
    this.services = services;
    this.incarnation = incarnation;
    this.appender = appender;
  }

  /** Begins. */
  void start() {
    services
        .membership()
        .nextIncarnation(
            site,
            services.engine(),
            number -> {
              if (number.error() == null && !incarnation.isOver()) {
                appender.append(new LogBatchWriter(site, number.value()).fence(), this);
              } else {
                end();
              }
            });
  }

  @Override
  public void onAppended(long offset) {
    end();
  }

  @Override
  public void onFailed(RuntimeException reason) {
    end();
  }

  private void end() {
    incarnation.halt(new ThetisException(ErrorCode.SITE_HAS_LEFT, site));
  }
}
