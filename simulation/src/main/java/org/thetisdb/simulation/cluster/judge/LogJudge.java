package org.thetisdb.simulation.cluster.judge;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongPredicate;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.schema.TableSchema;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.procedures.runtime.TableRegistry;
import org.thetisdb.replication.log.LogBatchReader;
import org.thetisdb.replication.membership.ClusterSettings;
import org.thetisdb.replication.membership.FirstMasters;
import org.thetisdb.server.catalog.Catalog;
import org.thetisdb.server.commit.PreparedRows;
import org.thetisdb.server.ownership.TemporaryOwnership;
import org.thetisdb.simulation.cluster.judge.JudgedPlacement.Given;

/**
 * Looks at every entry in the moment in which it comes into a log, and at every vector that leaves
 * a process. What the logs hold is what the cluster has promised, so these hold at every moment:
 *
 * <ul>
 *   <li>positions are dense, and stamps rise within a log;
 *   <li>what a record depends on is in the logs, and never goes back (hazard 1);
 *   <li>a partition has one master: only its log writes the rows and gives the partition up, and
 *       each term is given once (hazard 2);
 *   <li>a site that writes rows of others has them prepared there, and ends that in the same
 *       record; what is prepared nobody else writes (hazard 19), nor what is locked to be read;
 *   <li>what a transaction stands on is decided before it, and those that stand on it do not hold
 *       it back;
 *   <li>a site that writes in a partition that was given to it has all that its release depends on;
 *   <li>what a site has lent for a phase only its borrower writes, until its log gives it back;
 *       each of them has all that comes before;
 *   <li>a site that leaves masters nothing that has moved, and nothing follows in its log;
 *   <li>a site that gives a partition to a site that does not hold it ships its rows;
 *   <li>a site that logs only what has changed in a row names the version that it follows;
 *   <li>no call is in the logs twice (hazard 3);
 *   <li>no vector names a position that no log has (hazard 1).
 * </ul>
 */
public final class LogJudge {
  private static final int ENOUGH = 20;
  private static final long WHOLE = 0;

  private final FirstMasters firstMasters;
  private final Map<Integer, Judged> logs = new HashMap<>();
  private final JudgedPlacement placement;
  private final Map<RowKey, KeySet> prepared = new HashMap<>();
  private final Standing standing = new Standing();

  /** The stamp of the newest version of each row. */
  private final TreeMap<RowKey, Long> versions = new TreeMap<>();

  private final Set<SessionCall> calls = new HashSet<>();
  private final List<String> problems = new ArrayList<>();
  private final TemporaryOwnership ownerships = new TemporaryOwnership();

  /** For each site, behind what it lent last, or got that back. */
  private final Map<Integer, VersionVector> ownershipsBehind = new HashMap<>();

  private final ShippingJudge shipping;
  private TableRegistry tables;

  /** Judges the logs of a cluster that is made so. */
  public LogJudge(ClusterSettings cluster) {
    this.firstMasters = new FirstMasters(cluster);
    this.shipping = new ShippingJudge(cluster);
    this.placement = new JudgedPlacement(cluster.partitionKeys() == 0, firstMasters);
    this.tables = TableRegistry.empty(cluster.partitionKeys());
  }

  /** What was wrong. */
  public List<String> problems() {
    return problems;
  }

  /** An entry is in a log from now on. */
  public void onEntry(int site, byte[] bytes) {
    LogBatchReader entry = new LogBatchReader(bytes);
    Judged log = logs.computeIfAbsent(site, Judged::new);
    if (entry.incarnation() < log.incarnation
        || (entry.isFence() && entry.incarnation() == log.incarnation)) {
      return; // every reader ignores it
    }
    if (entry.isFence()) {
      log.incarnation = entry.incarnation();
      log.position++;
      return;
    }
    if (entry.incarnation() != log.incarnation || entry.firstPosition() != log.position + 1) {
      problem(
          "log %d: position %d of incarnation %d follows %d of %d",
          site, entry.firstPosition(), entry.incarnation(), log.position, log.incarnation);
    }
    while (entry.next()) {
      log.position = entry.position();
      log.judge(entry);
    }
  }

  /** A vector has left a process. */
  void onVector(String from, VersionVector vector) {
    for (int site = 1; site <= vector.highestSite(); site++) {
      if (vector.get(site) > position(site)) {
        problem(
            "%s spoke of position %d of log %d, which ends at %d",
            from, vector.get(site), site, position(site));
      }
    }
  }

  /** The highest term that a partition ever had, as far as the logs say. */
  int highestTerm(long partition) {
    return placement.highestTerm(partition);
  }

  private long position(int site) {
    Judged log = logs.get(site);
    return log == null ? 0 : log.position;
  }

  private void problem(String format, Object... arguments) {
    if (problems.size() < ENOUGH) {
      problems.add(String.format(Locale.ROOT, format, arguments));
    }
  }

  /** One log, as far as it counts. */
  private final class Judged {
    private final int site;
    private int incarnation;
    private long position;
    private long stamp = -1;
    private VersionVector dependencies = VersionVector.ZERO;

    Judged(int site) {
      this.site = site;
    }

    void judge(LogBatchReader record) {
      judgeDependencies(record.dependencies());
      if (firstMasters.hasLeft(site)) {
        problem("log %d: position %d follows the end", site, position);
      }
      switch (record.kind()) {
        case COMMIT -> judgeCommit(record);
        case RELEASE -> judgeRelease(record);
        case GRANT -> judgeGrant(record);
        case TRIM_POINTS -> {
          // Says nothing about rows.
        }
        case LEAVE -> judgeLeave(record);
        case RESHAPE -> judgeReshape(record);
      }
    }

    private void judgeDependencies(VersionVector now) {
      for (int other = 1; other <= now.highestSite(); other++) {
        if (other != site && now.get(other) > LogJudge.this.position(other)) {
          problem(
              "log %d: position %d depends on position %d of log %d, which ends at %d",
              site, position, now.get(other), other, LogJudge.this.position(other));
        }
      }
      if (!now.coversExcept(dependencies, site)) {
        problem("log %d: dependencies fell from %s to %s", site, dependencies, now);
      }
      dependencies = now;
    }

    private void judgeCommit(LogBatchReader record) {
      if (Stamp.site(record.stamp()) != site || record.stamp() <= stamp) {
        problem(
            "log %d: stamp %s follows %s",
            site, Stamp.toString(record.stamp()), Stamp.toString(Math.max(0, stamp)));
      }
      stamp = record.stamp();
      SessionCall call = new SessionCall(record.session(), record.sequence());
      if (record.session() != 0 && !calls.add(call)) {
        problem("log %d: %s is committed again at position %d", site, call, position);
      }
      Writes writes = new Writes();
      record.forEachWrite(writes);
      judgeWrites(writes.all, record.session() != 0);
      writes.all.forEach(write -> judgeBase(write, record.stamp()));
      writes.all.forEach(write -> shipping.onWrite(write.key, write.row));
    }

    /** What has changed says something only to a reader that has the version before. */
    private void judgeBase(Written write, long version) {
      Long before =
          write.row == null ? versions.remove(write.key) : versions.put(write.key, version);
      if (write.base != WHOLE && (before == null || before != write.base)) {
        problem(
            "log %d: position %d has a delta to version %s of %s, not to %s",
            site,
            position,
            Stamp.toString(write.base),
            write.key,
            before == null ? "nothing" : Stamp.toString(before));
      }
    }

    /** A record that ends what was prepared for a transaction may write the rows of it. */
    private void judgeWrites(List<Written> writes, boolean isOfCall) {
      Set<RowKey> own = new HashSet<>();
      Set<Long> ended = new TreeSet<>();
      for (Written write : writes) {
        KeySet keys = write.row == null ? prepared.remove(write.key) : null;
        own.addAll(keys == null ? List.of() : keys.written());
        if (keys != null && isOfCall) {
          ended.add(PreparedRows.transactionOf(write.key));
        }
      }
      ended.forEach(this::judgeDecision);
      LongPredicate holds = other -> ended.stream().noneMatch(each -> standing.isOn(other, each));
      Set<RowKey> ofOthers = heldBy(holds);
      for (Written write : writes) {
        if (ofOthers.contains(write.key)) {
          problem("log %d: position %d writes %s, which is prepared", site, position, write.key);
        }
        if (isLockedByReader(write.key, holds)) {
          problem("log %d: position %d writes %s, which is read", site, position, write.key);
        }
        if (write.key.tableId() == Catalog.PREPARED) {
          judgePrepare(write);
        } else if (write.key.tableId() == Catalog.OWNERSHIPS) {
          judgeOwnership(write);
        } else if (!own.contains(write.key)) {
          judgeWrite(write.key, write.row);
        }
      }
    }

    private void judgeDecision(long transaction) {
      long undecided = standing.decide(transaction);
      if (undecided != 0) {
        problem(
            "log %d: position %d decides %d, which stands on %d, and that is not decided",
            site, position, transaction, undecided);
      }
    }

    /** Rows that these transactions have prepared to write. */
    private Set<RowKey> heldBy(LongPredicate holds) {
      Set<RowKey> held = new HashSet<>();
      prepared.forEach(
          (record, keys) -> {
            if (holds.test(PreparedRows.transactionOf(record))) {
              addHeld(record, keys.written(), held);
            }
          });
      return held;
    }

    /** Where another site writes a row by now, that one may know that nothing comes of it. */
    private void addHeld(RowKey record, List<RowKey> keys, Set<RowKey> held) {
      int participant = PreparedRows.participantOf(record);
      for (RowKey key : keys) {
        if (writerOf(key) == participant) {
          held.add(key);
        }
      }
    }

    /** The master of a row, or the site to which that has lent what it masters. */
    private int writerOf(RowKey key) {
      int master = placement.given(placement.partitionOf(key, tables)).master();
      return Catalog.isSystemTable(key.tableId()) ? master : ownerships.holderFor(master);
    }

    /** Whether one of these transactions has locked a row at its master, to read it. */
    private boolean isLockedByReader(RowKey key, LongPredicate holds) {
      for (Map.Entry<RowKey, KeySet> each : prepared.entrySet()) {
        KeySet held = each.getValue();
        boolean mayHold =
            holds.test(PreparedRows.transactionOf(each.getKey()))
                && (held.read().contains(key)
                    || held.ranges().stream().anyMatch(range -> range.contains(key)));
        if (mayHold && writerOf(key) == PreparedRows.participantOf(each.getKey())) {
          return true;
        }
      }
      return false;
    }

    /**
     * Rows are prepared where they are mastered, for one transaction and those that stand on it.
     */
    private void judgePrepare(Written write) {
      if (write.row == null) {
        return;
      }
      KeySet keys = PreparedRows.decode(write.row);
      long transaction = PreparedRows.transactionOf(write.key);
      standing.add(transaction, PreparedRows.standsOn(write.row));
      LongPredicate holds = other -> other != transaction && !standing.isOn(transaction, other);
      Set<RowKey> ofOthers = heldBy(holds);
      for (RowKey key : keys.written()) {
        if (isLockedByReader(key, holds)) {
          problem("log %d: position %d prepares %s, which is read", site, position, key);
        }
        if (ofOthers.contains(key)) {
          problem("log %d: position %d prepares %s, which is prepared", site, position, key);
        }
        judgeMaster(key);
      }
      for (RowKey key : keys.read()) {
        if (ofOthers.contains(key)) {
          problem("log %d: position %d reads %s, which is prepared", site, position, key);
        }
        judgeMaster(key);
      }
      prepared.put(write.key, keys);
    }

    /** A site lends what it has, and gives back what it borrowed. */
    private void judgeOwnership(Written write) {
      boolean lends = write.key.equals(TemporaryOwnership.lentKey(site));
      if (!lends && !write.key.equals(TemporaryOwnership.givenBackKey(site))) {
        problem("log %d: position %d has a temporary ownership of another site", site, position);
      }
      if (lends && ownerships.isLent(site)) {
        problem("log %d: position %d lends what is lent", site, position);
      }
      if (lends) {
        judgeHolder(site, "lends");
      }
      BitSet before = lenders();
      ownerships.apply(write.key, write.row);
      before.xor(lenders());
      before.stream()
          .forEach(lender -> ownershipsBehind.put(lender, dependencies.with(site, position)));
    }

    private BitSet lenders() {
      BitSet lenders = new BitSet();
      for (int lender = 1; lender <= Stamp.MAX_SITE; lender++) {
        lenders.set(lender, ownerships.isLent(lender));
      }
      return lenders;
    }

    /**
     * Only the site that holds what a master has may write there, and it has all that the temporary
     * ownerships depend on.
     */
    private void judgeHolder(int master, String does) {
      if (ownerships.holderFor(master) != site) {
        problem(
            "log %d: position %d %s what site %d has lent to site %d",
            site, position, does, master, ownerships.holderFor(master));
      }
      VersionVector behind = ownershipsBehind.getOrDefault(master, VersionVector.ZERO);
      if (!dependencies.coversExcept(behind, site)) {
        problem(
            "log %d: position %d %s what site %d masters and depends on %s, not on %s as its temporary ownership",
            site, position, does, master, dependencies, behind);
      }
    }

    private void judgeWrite(RowKey key, byte[] row) {
      judgeMaster(key);
      if (key.tableId() == Catalog.TABLES) {
        tables = tables.withTable(new ByteReader(key.bytes()).getInt(), TableSchema.decode(row));
      }
    }

    private void judgeMaster(RowKey key) {
      long partition = placement.partitionOf(key, tables);
      Given given = placement.given(partition);
      boolean mayBeLent = !Catalog.isSystemTable(key.tableId());
      if (mayBeLent && ownerships.lentBy(given.master()) != null) {
        judgeHolder(given.master(), "writes");
      }
      boolean isBorrowed = mayBeLent && ownerships.holderFor(given.master()) == site;
      if (given.master() != site && !isBorrowed) {
        problem(
            "log %d: position %d writes partition %s, which site %d masters in term %d",
            site, position, PartitionId.toString(partition), given.master(), given.term());
      }
      if (!dependencies.coversExcept(given.behind(), site)) {
        problem(
            "log %d: position %d writes partition %s and depends on %s, not on %s as its release",
            site, position, PartitionId.toString(partition), dependencies, given.behind());
      }
    }

    private void judgeRelease(LogBatchReader record) {
      Given given = placement.given(record.partition());
      boolean next = record.term() == given.term() + 1 && given.master() == site;
      boolean again = record.term() <= given.term() && wasGivenHere(record);
      int holder = ownerships.holderFor(site);
      if (next && holder != site && holder != record.grantee()) {
        problem("log %d: position %d gives up what is lent to site %d", site, position, holder);
      }
      if (next) {
        shipping
            .judge(record, versions, tables)
            .forEach(what -> problem("log %d: position %d %s", site, position, what));
        // The site that has borrowed it goes on writing: what counts for it is what it was lent
        // behind.
        VersionVector behind =
            holder == site
                ? record.dependencies().with(site, position)
                : given.behind().max(ownershipsBehind.get(site));
        placement.give(
            record.partition(), new Given(record.term(), record.grantee(), site, behind));
      } else if (!again) {
        problem(
            "log %d: position %d gives partition %s up in term %d, and site %d masters it in %d",
            site,
            position,
            PartitionId.toString(record.partition()),
            record.term(),
            given.master(),
            given.term());
      }
    }

    /** The same term twice in one log does no harm: all readers take the first. */
    private boolean wasGivenHere(LogBatchReader record) {
      Given given = placement.given(record.partition());
      return record.term() == given.term() && given.by() == site;
    }

    /** A site that leaves masters nothing that has moved, and its successors are there. */
    private void judgeLeave(LogBatchReader record) {
      placement.forEach(
          (partition, given) -> {
            if (given.master() == site) {
              problem("log %d ends with partition %s", site, PartitionId.toString(partition));
            }
          });
      for (int successor : record.successors()) {
        if (firstMasters.hasLeft(successor) || successor == site) {
          problem("log %d: site %d has left and is a successor", site, successor);
        }
      }
      if (ownerships.isLent(site)) {
        problem("log %d ends while what its site masters is lent", site);
      }
      BitSet before = lenders();
      ownerships.onLeft(site);
      before.xor(lenders());
      before.stream()
          .forEach(lender -> ownershipsBehind.put(lender, dependencies.with(site, position)));
      if (!firstMasters.leave(site, record.successors())) {
        problem("log %d: the site leaves again at position %d", site, position);
      }
    }

    /** Borders change where their master says so, and it has the next term. */
    private void judgeReshape(LogBatchReader record) {
      VersionVector behind = record.dependencies().with(site, position);
      String wrong = placement.reshape(record.reshape(), site, behind);
      if (wrong != null) {
        problem("log %d: position %d is a %s; %s", site, position, record.reshape(), wrong);
      }
    }

    private void judgeGrant(LogBatchReader record) {
      Given given = placement.given(record.partition());
      if (record.term() > given.term()
          || (record.term() == given.term() && given.master() != site)) {
        problem(
            "log %d: position %d takes partition %s in term %d, and site %d masters it in %d",
            site,
            position,
            PartitionId.toString(record.partition()),
            record.term(),
            given.master(),
            given.term());
      }
    }
  }

  /** One row; null where it is deleted, without bytes where the log has a delta to {@code base}. */
  private record Written(RowKey key, byte[] row, long base) {}

  /** What one commit writes. */
  private static final class Writes implements LogBatchReader.WriteVisitor {
    private final List<Written> all = new ArrayList<>();

    @Override
    public void onWrite(RowKey key, byte[] row, int offset, int length) {
      byte[] image = row == null ? null : Arrays.copyOfRange(row, offset, offset + length);
      all.add(new Written(key, image, WHOLE));
    }

    @Override
    public void onDelta(RowKey key, long base, byte[] delta, int offset, int length) {
      all.add(new Written(key, new byte[0], base));
    }
  }

  private record SessionCall(long session, long sequence) {}
}
