package org.thetisdb.simulation.cluster;

import org.thetisdb.core.config.Settings;
import org.thetisdb.core.config.SiteSettings.StoreEngine;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.replication.membership.ClusterSettings.FirstMaster;

/**
 * Makes {@link SimulationSettings} by name, from a calm cluster of three sites or from other
 * settings. For one use at a time; not thread-safe.
 */
final class SimulationSettingsBuilder {
  private int sites = 3;
  private int routers = 1;
  private int clients = 1;
  private int sessionsPerClient = 1;
  private int partitionKeys = 0;
  private boolean randomBorders = false;
  private int versionsKept = 4;
  private StoreEngine storeEngine = StoreEngine.SLAB;
  private FirstMaster firstMaster = FirstMaster.SCATTERED;
  private SchemeSpec scheme = SchemeRegistry.DYNAMAST;
  private long fastestMessageUs = 40;
  private long slowestMessageUs = 160;
  private long appendUs = 200;
  private long appendIntervalUs = 500;
  private long reportIntervalUs = 1_000;
  private int cutIntervalUs = 1_000;
  private long leaseUs = 500_000;
  private int sitesWaitMs = 4_000;
  private int siteLostMs = 1_000;
  private long thinkUs = 1_000;
  private Settings strategy = Settings.defaults();
  private long checkpointIntervalMs = 0;
  private long checkpointStepUs = 0;
  private long durationUs = 1_000_000;
  private long faultGapUs = 0;
  private long elasticGapUs = 0;
  private int fullSites = 0;
  private boolean snapshotEpochs = false;
  private int lanes = 1;
  private boolean logStreams = false;

  /** A calm cluster: three sites, one router, nothing breaks. */
  SimulationSettingsBuilder() {}

  /** What other settings are. */
  SimulationSettingsBuilder(SimulationSettings from) {
    this.sites = from.sites();
    this.routers = from.routers();
    this.clients = from.clients();
    this.sessionsPerClient = from.sessionsPerClient();
    this.partitionKeys = from.partitionKeys();
    this.randomBorders = from.randomBorders();
    this.versionsKept = from.versionsKept();
    this.storeEngine = from.storeEngine();
    this.firstMaster = from.firstMaster();
    this.scheme = from.scheme();
    this.fastestMessageUs = from.fastestMessageUs();
    this.slowestMessageUs = from.slowestMessageUs();
    this.appendUs = from.appendUs();
    this.appendIntervalUs = from.appendIntervalUs();
    this.reportIntervalUs = from.reportIntervalUs();
    this.cutIntervalUs = from.cutIntervalUs();
    this.leaseUs = from.leaseUs();
    this.sitesWaitMs = from.sitesWaitMs();
    this.siteLostMs = from.siteLostMs();
    this.thinkUs = from.thinkUs();
    this.strategy = from.strategy();
    this.checkpointIntervalMs = from.checkpointIntervalMs();
    this.checkpointStepUs = from.checkpointStepUs();
    this.durationUs = from.durationUs();
    this.faultGapUs = from.faultGapUs();
    this.elasticGapUs = from.elasticGapUs();
    this.fullSites = from.fullSites();
    this.snapshotEpochs = from.snapshotEpochs();
    this.lanes = from.lanes();
    this.logStreams = from.logStreams();
  }

  /** How many sites there are. */
  SimulationSettingsBuilder sites(int value) {
    sites = value;
    return this;
  }

  /** How many routers there are. */
  SimulationSettingsBuilder routers(int value) {
    routers = value;
    return this;
  }

  /** How many clients there are. */
  SimulationSettingsBuilder clients(int value) {
    clients = value;
    return this;
  }

  /** How many sessions each client has. */
  SimulationSettingsBuilder sessionsPerClient(int value) {
    sessionsPerClient = value;
    return this;
  }

  /** 0 for ranges, else the width of a grid's cells. */
  SimulationSettingsBuilder partitionKeys(int value) {
    partitionKeys = value;
    return this;
  }

  /** Whether ranges are split, merged and moved at random, too. */
  SimulationSettingsBuilder randomBorders(boolean value) {
    randomBorders = value;
    return this;
  }

  /** How many versions of a row are kept. */
  SimulationSettingsBuilder versionsKept(int value) {
    versionsKept = value;
    return this;
  }

  /** Which row store the sites have. */
  SimulationSettingsBuilder storeEngine(StoreEngine value) {
    storeEngine = value;
    return this;
  }

  /** Which site masters what at first. */
  SimulationSettingsBuilder firstMaster(FirstMaster value) {
    firstMaster = value;
    return this;
  }

  /** The scheme. */
  SimulationSettingsBuilder scheme(SchemeSpec value) {
    scheme = value;
    return this;
  }

  /** The shortest that a message takes. */
  SimulationSettingsBuilder fastestMessageUs(long value) {
    fastestMessageUs = value;
    return this;
  }

  /** The longest that a message takes. */
  SimulationSettingsBuilder slowestMessageUs(long value) {
    slowestMessageUs = value;
    return this;
  }

  /** How long an append to a log takes. */
  SimulationSettingsBuilder appendUs(long value) {
    appendUs = value;
    return this;
  }

  /** How long records are gathered for an append. */
  SimulationSettingsBuilder appendIntervalUs(long value) {
    appendIntervalUs = value;
    return this;
  }

  /** How long sites wait between two reports. */
  SimulationSettingsBuilder reportIntervalUs(long value) {
    reportIntervalUs = value;
    return this;
  }

  /** How long the router waits between two cuts. */
  SimulationSettingsBuilder cutIntervalUs(int value) {
    cutIntervalUs = value;
    return this;
  }

  /** How long a lease lasts. */
  SimulationSettingsBuilder leaseUs(long value) {
    leaseUs = value;
    return this;
  }

  /** How long a router that begins to lead waits for sites. */
  SimulationSettingsBuilder sitesWaitMs(int value) {
    sitesWaitMs = value;
    return this;
  }

  /** How long a silent site is waited for. */
  SimulationSettingsBuilder siteLostMs(int value) {
    siteLostMs = value;
    return this;
  }

  /** How long clients think between two calls. */
  SimulationSettingsBuilder thinkUs(long value) {
    thinkUs = value;
    return this;
  }

  /** What is set of it; all else is as shipped. */
  SimulationSettingsBuilder strategy(Settings value) {
    strategy = value;
    return this;
  }

  /** The time between checkpoints; 0 for none. */
  SimulationSettingsBuilder checkpointIntervalMs(long value) {
    checkpointIntervalMs = value;
    return this;
  }

  /** How long the disk takes for each step of one. */
  SimulationSettingsBuilder checkpointStepUs(long value) {
    checkpointStepUs = value;
    return this;
  }

  /** How long clients call and things break. */
  SimulationSettingsBuilder durationUs(long value) {
    durationUs = value;
    return this;
  }

  /** The mean time between two faults; 0 for none. */
  SimulationSettingsBuilder faultGapUs(long value) {
    faultGapUs = value;
    return this;
  }

  /** The mean time between two changes of the sites; 0 for none. */
  SimulationSettingsBuilder elasticGapUs(long value) {
    elasticGapUs = value;
    return this;
  }

  /** How many sites hold every row; 0 for all. */
  SimulationSettingsBuilder fullSites(int value) {
    fullSites = value;
    return this;
  }

  /** Whether calls in epochs are only held to snapshot isolation. */
  SimulationSettingsBuilder snapshotEpochs(boolean value) {
    snapshotEpochs = value;
    return this;
  }

  /** How many sites share a machine and its rows. */
  SimulationSettingsBuilder lanes(int value) {
    lanes = value;
    return this;
  }

  /** Whether sites send each other what they log. */
  SimulationSettingsBuilder logStreams(boolean value) {
    logStreams = value;
    return this;
  }

  /** The settings. */
  SimulationSettings build() {
    return new SimulationSettings(
        sites,
        routers,
        clients,
        sessionsPerClient,
        partitionKeys,
        randomBorders,
        versionsKept,
        storeEngine,
        firstMaster,
        scheme,
        fastestMessageUs,
        slowestMessageUs,
        appendUs,
        appendIntervalUs,
        reportIntervalUs,
        cutIntervalUs,
        leaseUs,
        sitesWaitMs,
        siteLostMs,
        thinkUs,
        strategy,
        checkpointIntervalMs,
        checkpointStepUs,
        durationUs,
        faultGapUs,
        elasticGapUs,
        fullSites,
        snapshotEpochs,
        lanes,
        logStreams);
  }
}
