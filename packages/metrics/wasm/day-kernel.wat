;; GEO-BLEU's sums of matched proximities and dynamic time warping for days of 1 to 48 points on cells 1 to 200.
;;
;; The same results, bit for bit, as src/geobleu/ngram-matcher.ts and src/dtw/dtw.ts, found with what a day's 48 points
;; allow: the instances of a kind of n-gram are the bits of one i64 (the lowest is the next to be used), and a row of
;; proximities is searched two at a time without a branch. Instead of walking from best partner to best partner, the
;; matching keeps each row's best value and takes the greatest, so that sums are added in falling order as they come.
;;
;; Addresses are immutable globals; the caller finds what it needs by their exported names.
(module
  (memory (export "memory") 14)

  ;; ---- in and out: up to 512 days, 512 * 48 points
  (global $generatedX (export "generatedX") i32 (i32.const 0))
  (global $generatedY (export "generatedY") i32 (i32.const 24576))
  (global $referenceX (export "referenceX") i32 (i32.const 49152))
  (global $referenceY (export "referenceY") i32 (i32.const 73728))
  (global $offsets (export "offsets") i32 (i32.const 98304))        ;; i32[513]
  (global $sums (export "sums") i32 (i32.const 100608))             ;; f64[512][5]
  (global $warping (export "warping") i32 (i32.const 121088))       ;; f64[512]
  (global $proximity (export "proximity") i32 (i32.const 125184))   ;; f64[200][256], at |dx| * 256 + |dy|

  ;; ---- kinds of n-grams, generated ones first
  ;; i32[65536], at prefix * 256 + last: base + kind; what is below the base is empty
  (global $slots i32 (i32.const 534784))
  (global $base (export "base") (mut i32) (i32.const 1))
  ;; per point, u8: cell, and kind of the n-gram that starts there
  (global $generatedCell i32 (i32.const 796928))
  (global $referenceCell i32 (i32.const 796992))
  (global $generatedKind i32 (i32.const 797056))
  (global $referenceKind i32 (i32.const 797120))
  ;; per kind, u8: kind of the first n-1 points, last cell; of a cell: its x and y
  (global $prefix i32 (i32.const 797184))
  (global $last i32 (i32.const 797312))
  ;; per kind, i64: the points where its unused instances start
  (global $generatedMask i32 (i32.const 797440))
  (global $referenceMask i32 (i32.const 798208))

  ;; ---- proximities of kinds: generated ones in rows of 48, reference ones in columns
  ;; per kind, i32: byte offset of its column, for cells and for the two orders at hand
  (global $columnOfCell i32 (i32.const 798976))
  (global $columnOfA i32 (i32.const 799360))
  (global $columnOfB i32 (i32.const 799744))
  ;; per row and column, i32: its kind; per column, i32: offset of the columns of its prefix and of its last cell
  (global $rowKind i32 (i32.const 800128))
  (global $columnKind i32 (i32.const 800384))
  (global $columnPrefix i32 (i32.const 800640))
  (global $columnLast i32 (i32.const 800896))
  ;; f64[48][48] for cells and for the two orders at hand
  (global $cellRows i32 (i32.const 801152))
  (global $rowsA i32 (i32.const 819584))
  (global $rowsB i32 (i32.const 838016))
  ;; per row: best proximity (f64; -1 when used up) and the columns that have it (i64)
  (global $rowBest i32 (i32.const 856448))
  (global $rowBits i32 (i32.const 856848))
  ;; per column: all bits set while it has unused instances
  (global $columnAlive i32 (i32.const 857248))

  ;; ---- dynamic time warping
  ;; f64[48][56]: distance in km of a generated cell from each reference point, after three of infinity
  (global $costs i32 (i32.const 857648))
  ;; f64[3 + 56]: the table's row above the ones at hand
  (global $above i32 (i32.const 879152))
  ;; f64[2][48]: x and y of the reference points
  (global $referencePoints i32 (i32.const 879664))
  ;; f64[4]: the last column of the four rows at hand
  (global $lanes i32 (i32.const 879632))

  ;; Numbers the pairs (prefix, last) of a side from $kinds on and notes where each occurs; returns how many there are.
  (func $number (param $prefixes i32) (param $lasts i32) (param $length i32) (param $out i32)
    (param $own i32) (param $other i32) (param $kinds i32) (result i32)
    (local $i i32) (local $p i32) (local $c i32) (local $slot i32) (local $kind i32) (local $isNew i32)
    (loop $points
      (local.set $p (i32.load8_u (i32.add (local.get $prefixes) (local.get $i))))
      (local.set $c (i32.load8_u (i32.add (local.get $lasts) (local.get $i))))
      (local.set $slot
        (i32.add (global.get $slots)
          (i32.shl (i32.or (i32.shl (local.get $p) (i32.const 8)) (local.get $c)) (i32.const 2))))
      (local.set $kind (i32.sub (i32.load (local.get $slot)) (global.get $base)))
      (local.set $isNew (i32.lt_s (local.get $kind) (i32.const 0)))
      (local.set $kind (select (local.get $kinds) (local.get $kind) (local.get $isNew)))
      (i32.store (local.get $slot) (i32.add (global.get $base) (local.get $kind)))
      (i32.store8 (i32.add (local.get $out) (local.get $i)) (local.get $kind))
      (i32.store8 (i32.add (global.get $prefix) (local.get $kind)) (local.get $p))
      (i32.store8 (i32.add (global.get $last) (local.get $kind)) (local.get $c))
      (local.set $kinds (i32.add (local.get $kinds) (local.get $isNew)))
      (local.set $kind (i32.shl (local.get $kind) (i32.const 3)))
      (i64.store (i32.add (local.get $own) (local.get $kind))
        (i64.or
          (i64.shl (i64.const 1) (i64.extend_i32_u (local.get $i)))
          (select (i64.const 0) (i64.load (i32.add (local.get $own) (local.get $kind))) (local.get $isNew))))
      (i64.store (i32.add (local.get $other) (local.get $kind))
        (select (i64.const 0) (i64.load (i32.add (local.get $other) (local.get $kind))) (local.get $isNew)))
      (br_if $points
        (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $length))))
    (local.get $kinds))

  ;; A set without its $times lowest members.
  (func $drop (param $set i64) (param $times i32) (result i64)
    (block $done
      (loop $again
        (br_if $done (i32.eqz (local.get $times)))
        (local.set $set (i64.and (local.get $set) (i64.sub (local.get $set) (i64.const 1))))
        (local.set $times (i32.sub (local.get $times) (i32.const 1)))
        (br $again)))
    (local.get $set))

  (func $minimum (param $a i32) (param $b i32) (result i32)
    (select (local.get $a) (local.get $b) (i32.lt_u (local.get $a) (local.get $b))))

  (func $count (param $set i64) (result i32)
    (i32.wrap_i64 (i64.popcnt (local.get $set))))

  ;; Pairs n-grams with equal ones, lowest first; returns how many pairs.
  (func $matchEqual (param $generatedKinds i32) (result i32)
    (local $at i32) (local $end i32) (local $pairs i32) (local $both i32)
    (local.set $end (i32.shl (local.get $generatedKinds) (i32.const 3)))
    (loop $kinds
      (local.set $both
        (call $minimum
          (call $count (i64.load (i32.add (global.get $generatedMask) (local.get $at))))
          (call $count (i64.load (i32.add (global.get $referenceMask) (local.get $at))))))
      (i64.store (i32.add (global.get $generatedMask) (local.get $at))
        (call $drop (i64.load (i32.add (global.get $generatedMask) (local.get $at))) (local.get $both)))
      (i64.store (i32.add (global.get $referenceMask) (local.get $at))
        (call $drop (i64.load (i32.add (global.get $referenceMask) (local.get $at))) (local.get $both)))
      (local.set $pairs (i32.add (local.get $pairs) (local.get $both)))
      (br_if $kinds
        (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 8))) (local.get $end))))
    (local.get $pairs))

  ;; Lists the generated kinds that have instances as rows; returns how many.
  (func $listRows (param $generatedKinds i32) (result i32)
    (local $kind i32) (local $rows i32)
    (loop $kinds
      (i32.store (i32.add (global.get $rowKind) (i32.shl (local.get $rows) (i32.const 2))) (local.get $kind))
      (local.set $rows
        (i32.add (local.get $rows)
          (i64.ne (i64.const 0)
            (i64.load (i32.add (global.get $generatedMask) (i32.shl (local.get $kind) (i32.const 3)))))))
      (br_if $kinds
        (i32.lt_u (local.tee $kind (i32.add (local.get $kind) (i32.const 1))) (local.get $generatedKinds))))
    (local.get $rows))

  ;; Lists the reference kinds that have instances as columns; returns how many. $shorter is $columnOf... of order n-1.
  (func $listColumns (param $kinds i32) (param $shorter i32) (param $columnOf i32) (result i32)
    (local $kind i32) (local $columns i32) (local $at i32)
    (loop $all
      (local.set $at (i32.shl (local.get $columns) (i32.const 2)))
      (i32.store (i32.add (local.get $columnOf) (i32.shl (local.get $kind) (i32.const 2)))
        (i32.shl (local.get $columns) (i32.const 3)))
      (i32.store (i32.add (global.get $columnKind) (local.get $at)) (local.get $kind))
      (i32.store (i32.add (global.get $columnPrefix) (local.get $at))
        (i32.load
          (i32.add (local.get $shorter)
            (i32.shl (i32.load8_u (i32.add (global.get $prefix) (local.get $kind))) (i32.const 2)))))
      (i32.store (i32.add (global.get $columnLast) (local.get $at))
        (i32.load
          (i32.add (global.get $columnOfCell)
            (i32.shl (i32.load8_u (i32.add (global.get $last) (local.get $kind))) (i32.const 2)))))
      (local.set $columns
        (i32.add (local.get $columns)
          (i64.ne (i64.const 0)
            (i64.load (i32.add (global.get $referenceMask) (i32.shl (local.get $kind) (i32.const 3)))))))
      (br_if $all (i32.lt_u (local.tee $kind (i32.add (local.get $kind) (i32.const 1))) (local.get $kinds))))
    (local.get $columns))

  (func $absolute (param $x i32) (result i32)
    (select (local.get $x) (i32.sub (i32.const 0) (local.get $x)) (i32.gt_s (local.get $x) (i32.const 0))))

  ;; Proximities of cells.
  (func $measure (param $rows i32) (param $columns i32)
    (local $r i32) (local $c i32) (local $x i32) (local $y i32) (local $kind i32) (local $out i32)
    (loop $eachRow
      (local.set $x (i32.load8_u (i32.add (global.get $prefix) (local.get $r))))
      (local.set $y (i32.load8_u (i32.add (global.get $last) (local.get $r))))
      (local.set $out (i32.add (global.get $cellRows) (i32.mul (local.get $r) (i32.const 384))))
      (local.set $c (i32.const 0))
      (loop $eachColumn
        (local.set $kind (i32.load (i32.add (global.get $columnKind) (i32.shl (local.get $c) (i32.const 2)))))
        (f64.store (i32.add (local.get $out) (i32.shl (local.get $c) (i32.const 3)))
          (f64.load
            (i32.add (global.get $proximity)
              (i32.shl
                (i32.or
                  (i32.shl
                    (call $absolute
                      (i32.sub (local.get $x) (i32.load8_u (i32.add (global.get $prefix) (local.get $kind)))))
                    (i32.const 8))
                  (call $absolute
                    (i32.sub (local.get $y) (i32.load8_u (i32.add (global.get $last) (local.get $kind))))))
                (i32.const 3)))))
        (br_if $eachColumn
          (i32.lt_u (local.tee $c (i32.add (local.get $c) (i32.const 1))) (local.get $columns))))
      (br_if $eachRow
        (i32.lt_u (local.tee $r (i32.add (local.get $r) (i32.const 1))) (local.get $rows)))))

  ;; Two numbers of a row, at the offsets that two neighbours of a list name.
  (func $gather (param $row i32) (param $list i32) (result v128)
    (v128.load64_lane 1
      (i32.add (local.get $row) (i32.load offset=4 (local.get $list)))
      (v128.load64_zero (i32.add (local.get $row) (i32.load (local.get $list))))))

  ;; Proximities of n-grams: those of their first n-1 points times that of the last.
  (func $multiply (param $shorter i32) (param $longer i32) (param $rows i32) (param $columns i32)
    (local $r i32) (local $c i32) (local $end i32) (local $kind i32) (local $first i32) (local $second i32)
    (local.set $end (i32.shl (local.get $columns) (i32.const 2)))
    (loop $eachRow
      (local.set $kind (i32.load (i32.add (global.get $rowKind) (i32.shl (local.get $r) (i32.const 2)))))
      (local.set $first
        (i32.add (local.get $shorter)
          (i32.mul (i32.load8_u (i32.add (global.get $prefix) (local.get $kind))) (i32.const 384))))
      (local.set $second
        (i32.add (global.get $cellRows)
          (i32.mul (i32.load8_u (i32.add (global.get $last) (local.get $kind))) (i32.const 384))))
      (local.set $c (i32.const 0))
      (loop $eachPair
        (v128.store (i32.add (local.get $longer) (i32.shl (local.get $c) (i32.const 1)))
          (f64x2.mul
            (call $gather (local.get $first) (i32.add (global.get $columnPrefix) (local.get $c)))
            (call $gather (local.get $second) (i32.add (global.get $columnLast) (local.get $c)))))
        (br_if $eachPair
          (i32.lt_u (local.tee $c (i32.add (local.get $c) (i32.const 8))) (local.get $end))))
      (local.set $longer (i32.add (local.get $longer) (i32.const 384)))
      (br_if $eachRow
        (i32.lt_u (local.tee $r (i32.add (local.get $r) (i32.const 1))) (local.get $rows)))))

  (func $greater (param $pair v128) (result f64)
    (f64x2.extract_lane 0
      (f64x2.pmax (local.get $pair) (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15 (local.get $pair) (local.get $pair)))))

  ;; The places of $value among the f64 from $list on, as a set. $bytes is their length, rounded up to pairs.
  (func $places (param $list i32) (param $bytes i32) (param $value f64) (result i64)
    (local $at i32) (local $set i64) (local $wanted v128)
    (local.set $wanted (f64x2.splat (local.get $value)))
    (loop $pairs
      (local.set $set
        (i64.or (local.get $set)
          (i64.shl
            (i64.extend_i32_u
              (i64x2.bitmask
                (f64x2.eq (local.get $wanted) (v128.load (i32.add (local.get $list) (local.get $at))))))
            (i64.extend_i32_u (i32.shr_u (local.get $at) (i32.const 3))))))
      (br_if $pairs
        (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $bytes))))
    (local.get $set))

  ;; Notes a row's best proximity among the columns that are left, and which have it.
  (func $search (param $proximities i32) (param $row i32) (param $bytes i32) (param $left i64)
    (local $list i32) (local $at i32) (local $most v128) (local $best f64)
    (local.set $list (i32.add (local.get $proximities) (i32.mul (local.get $row) (i32.const 384))))
    (loop $pairs
      (local.set $most
        (f64x2.pmax (local.get $most)
          (v128.and
            (v128.load (i32.add (local.get $list) (local.get $at)))
            (v128.load (i32.add (global.get $columnAlive) (local.get $at))))))
      (br_if $pairs
        (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $bytes))))
    (local.set $best (call $greater (local.get $most)))
    (local.set $row (i32.shl (local.get $row) (i32.const 3)))
    (f64.store (i32.add (global.get $rowBest) (local.get $row)) (local.get $best))
    (i64.store (i32.add (global.get $rowBits) (local.get $row))
      (i64.and (local.get $left) (call $places (local.get $list) (local.get $bytes) (local.get $best)))))

  ;; Of a set of rows or columns that is not empty, the one whose next instance is earliest.
  (func $earliest (param $set i64) (param $kinds i32) (param $masks i32) (result i32)
    (local $candidate i32) (local $chosen i32) (local $first i64) (local $firstOfAll i64)
    (local.set $firstOfAll (i64.const 64))
    (loop $each
      (local.set $candidate (i32.wrap_i64 (i64.ctz (local.get $set))))
      (local.set $first
        (i64.ctz
          (i64.load
            (i32.add (local.get $masks)
              (i32.shl
                (i32.load (i32.add (local.get $kinds) (i32.shl (local.get $candidate) (i32.const 2))))
                (i32.const 3))))))
      (if (i64.lt_u (local.get $first) (local.get $firstOfAll))
        (then
          (local.set $firstOfAll (local.get $first))
          (local.set $chosen (local.get $candidate))))
      (br_if $each
        (i64.ne (i64.const 0)
          (local.tee $set (i64.and (local.get $set) (i64.sub (local.get $set) (i64.const 1)))))))
    (local.get $chosen))

  ;; Pairs $remaining instances, nearest first; returns $sum with their proximities added.
  (func $matchRest (param $proximities i32) (param $rows i32) (param $columns i32) (param $remaining i32) (param $sum f64)
    (result f64)
    (local $left i64) (local $rowBytes i32) (local $columnBytes i32) (local $i i32) (local $row i32) (local $column i32)
    (local $most v128) (local $best f64) (local $ties i64) (local $bits i64) (local $times i32)
    (local $rowMask i32) (local $columnMask i32)
    (if (i32.eqz (local.get $remaining)) (then (return (local.get $sum))))
    (local.set $rowBytes (i32.shl (local.get $rows) (i32.const 3)))
    (local.set $columnBytes (i32.shl (local.get $columns) (i32.const 3)))

    ;; Both lists end with a dead place, so that odd lengths can be read in pairs.
    (i64.store (i32.add (global.get $columnAlive) (local.get $columnBytes)) (i64.const 0))
    (f64.store (i32.add (global.get $rowBest) (local.get $rowBytes)) (f64.const -1))
    (loop $eachColumn
      (local.set $bits
        (i64.extend_i32_u
          (i64.ne (i64.const 0)
            (i64.load
              (i32.add (global.get $referenceMask)
                (i32.shl
                  (i32.load (i32.add (global.get $columnKind) (i32.shl (local.get $i) (i32.const 2))))
                  (i32.const 3)))))))
      (i64.store (i32.add (global.get $columnAlive) (i32.shl (local.get $i) (i32.const 3)))
        (i64.sub (i64.const 0) (local.get $bits)))
      (local.set $left
        (i64.or (local.get $left) (i64.shl (local.get $bits) (i64.extend_i32_u (local.get $i)))))
      (br_if $eachColumn
        (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $columns))))
    (local.set $i (i32.const 0))
    (loop $eachRow
      (if
        (i64.eqz
          (i64.load
            (i32.add (global.get $generatedMask)
              (i32.shl
                (i32.load (i32.add (global.get $rowKind) (i32.shl (local.get $i) (i32.const 2))))
                (i32.const 3)))))
        (then
          (f64.store (i32.add (global.get $rowBest) (i32.shl (local.get $i) (i32.const 3))) (f64.const -1)))
        (else
          (call $search (local.get $proximities) (local.get $i) (local.get $columnBytes) (local.get $left))))
      (br_if $eachRow
        (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $rows))))

    (loop $next
      (local.set $most (f64x2.splat (f64.const -1)))
      (local.set $i (i32.const 0))
      (loop $pairs
        (local.set $most
          (f64x2.pmax (local.get $most) (v128.load (i32.add (global.get $rowBest) (local.get $i)))))
        (br_if $pairs
          (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 16))) (local.get $rowBytes))))
      (local.set $best (call $greater (local.get $most)))
      (local.set $ties (call $places (global.get $rowBest) (local.get $rowBytes) (local.get $best)))
      (local.set $row (i32.wrap_i64 (i64.ctz (local.get $ties))))
      (if (i32.gt_u (call $count (local.get $ties)) (i32.const 1))
        (then
          (local.set $row (call $earliest (local.get $ties) (global.get $rowKind) (global.get $generatedMask)))))
      (local.set $bits
        (i64.and (local.get $left)
          (i64.load (i32.add (global.get $rowBits) (i32.shl (local.get $row) (i32.const 3))))))
      ;; A row's value is an upper bound until it is looked at: search again when its columns have gone.
      (if (i64.eqz (local.get $bits))
        (then
          (call $search (local.get $proximities) (local.get $row) (local.get $columnBytes) (local.get $left))
          (br $next)))
      (local.set $column (i32.wrap_i64 (i64.ctz (local.get $bits))))
      (if (i32.gt_u (call $count (local.get $bits)) (i32.const 1))
        (then
          (local.set $column
            (call $earliest (local.get $bits) (global.get $columnKind) (global.get $referenceMask)))))
      (local.set $rowMask
        (i32.add (global.get $generatedMask)
          (i32.shl
            (i32.load (i32.add (global.get $rowKind) (i32.shl (local.get $row) (i32.const 2))))
            (i32.const 3))))
      (local.set $columnMask
        (i32.add (global.get $referenceMask)
          (i32.shl
            (i32.load (i32.add (global.get $columnKind) (i32.shl (local.get $column) (i32.const 2))))
            (i32.const 3))))
      (local.set $times
        (select
          (call $minimum
            (call $count (i64.load (local.get $rowMask)))
            (call $count (i64.load (local.get $columnMask))))
          (i32.const 1)
          (i32.eq
            (i32.const 2)
            (i32.add (call $count (local.get $ties)) (call $count (local.get $bits))))))
      (local.set $remaining (i32.sub (local.get $remaining) (local.get $times)))
      (i64.store (local.get $rowMask) (call $drop (i64.load (local.get $rowMask)) (local.get $times)))
      (i64.store (local.get $columnMask) (call $drop (i64.load (local.get $columnMask)) (local.get $times)))
      (if (i64.eqz (i64.load (local.get $rowMask)))
        (then
          (f64.store (i32.add (global.get $rowBest) (i32.shl (local.get $row) (i32.const 3))) (f64.const -1))))
      (if (i64.eqz (i64.load (local.get $columnMask)))
        (then
          (local.set $left
            (i64.and (local.get $left)
              (i64.rotl (i64.const -2) (i64.extend_i32_u (local.get $column)))))
          (i64.store (i32.add (global.get $columnAlive) (i32.shl (local.get $column) (i32.const 3)))
            (i64.const 0))))
      (loop $adding
        (local.set $sum (f64.add (local.get $sum) (local.get $best)))
        (br_if $adding (local.tee $times (i32.sub (local.get $times) (i32.const 1)))))
      (br_if $next (local.get $remaining)))
    (local.get $sum))

  ;; Sums of matched proximities of orders 1 to $orders at $out; the cells are numbered already.
  (func $ngrams (param $points i32) (param $cells i32) (param $generatedCells i32) (param $orders i32) (param $out i32)
    (local $order i32) (local $length i32) (local $kinds i32) (local $generatedKinds i32) (local $equal i32)
    (local $rows i32) (local $columns i32) (local $isLongest i32)
    (local $shorter i32) (local $longer i32) (local $columnOfShorter i32) (local $columnOf i32) (local $swap i32)
    (local.set $order (i32.const 1))
    (local.set $kinds (local.get $cells))
    (local.set $generatedKinds (local.get $generatedCells))
    (local.set $columnOf (global.get $columnOfCell))
    (local.set $columnOfShorter (global.get $columnOfCell))
    (local.set $longer (global.get $cellRows))
    (loop $eachOrder
      (local.set $length (i32.add (i32.sub (local.get $points) (local.get $order)) (i32.const 1)))
      (local.set $isLongest
        (i32.and (i32.eq (local.get $order) (local.get $orders)) (i32.gt_u (local.get $order) (i32.const 1))))
      (if (i32.gt_u (local.get $order) (i32.const 1))
        (then
          (local.set $generatedKinds
            (call $number
              (select (global.get $generatedCell) (global.get $generatedKind) (i32.eq (local.get $order) (i32.const 2)))
              (i32.add (global.get $generatedCell) (i32.sub (local.get $order) (i32.const 1)))
              (local.get $length) (global.get $generatedKind)
              (global.get $generatedMask) (global.get $referenceMask) (i32.const 0)))
          (local.set $kinds
            (call $number
              (select (global.get $referenceCell) (global.get $referenceKind) (i32.eq (local.get $order) (i32.const 2)))
              (i32.add (global.get $referenceCell) (i32.sub (local.get $order) (i32.const 1)))
              (local.get $length) (global.get $referenceKind)
              (global.get $referenceMask) (global.get $generatedMask) (local.get $generatedKinds)))
          (global.set $base (i32.add (global.get $base) (local.get $kinds)))))
      ;; Equal kinds go first, but their proximities are needed to make those of longer n-grams.
      (if (local.get $isLongest)
        (then (local.set $equal (call $matchEqual (local.get $generatedKinds)))))
      (local.set $rows (call $listRows (local.get $generatedKinds)))
      (local.set $columns
        (call $listColumns (local.get $kinds) (local.get $columnOfShorter) (local.get $columnOf)))
      (if (local.get $rows)
        (then
          (if (i32.eq (local.get $order) (i32.const 1))
            (then (call $measure (local.get $rows) (local.get $columns)))
            (else
              (call $multiply (local.get $shorter) (local.get $longer) (local.get $rows) (local.get $columns))))))
      (if (i32.eqz (local.get $isLongest))
        (then (local.set $equal (call $matchEqual (local.get $generatedKinds)))))
      (f64.store (local.get $out)
        (call $matchRest
          (local.get $longer) (local.get $rows) (local.get $columns)
          (i32.sub (local.get $length) (local.get $equal))
          (f64.convert_i32_u (local.get $equal))))

      (local.set $out (i32.add (local.get $out) (i32.const 8)))
      (local.set $swap (local.get $shorter))
      (local.set $shorter (local.get $longer))
      (local.set $longer
        (select (global.get $rowsB) (global.get $rowsA) (i32.eq (local.get $longer) (global.get $rowsA))))
      (local.set $columnOfShorter (local.get $columnOf))
      (local.set $columnOf
        (select (global.get $columnOfB) (global.get $columnOfA) (i32.eq (local.get $columnOf) (global.get $columnOfA))))
      (br_if $eachOrder
        (i32.le_u (local.tee $order (i32.add (local.get $order) (i32.const 1))) (local.get $orders)))))

  ;; Distances in km of the generated cells from each reference point.
  (func $measureCosts (param $point i32) (param $points i32) (param $cells i32)
    (local $i i32) (local $end i32) (local $cell i32) (local $x v128) (local $y v128) (local $dx v128) (local $dy v128)
    (local $out i32)
    (loop $eachPoint
      (f64.store (i32.add (global.get $referencePoints) (i32.shl (local.get $i) (i32.const 3)))
        (f64.convert_i32_u
          (i32.load8_u (i32.add (global.get $referenceX) (i32.add (local.get $point) (local.get $i))))))
      (f64.store offset=384 (i32.add (global.get $referencePoints) (i32.shl (local.get $i) (i32.const 3)))
        (f64.convert_i32_u
          (i32.load8_u (i32.add (global.get $referenceY) (i32.add (local.get $point) (local.get $i))))))
      (br_if $eachPoint
        (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $points))))
    (local.set $end (i32.shl (local.get $points) (i32.const 3)))
    (local.set $out (global.get $costs))
    (loop $eachCell
      (f64.store (local.get $out) (f64.const inf))
      (f64.store offset=8 (local.get $out) (f64.const inf))
      (f64.store offset=16 (local.get $out) (f64.const inf))
      (local.set $x
        (f64x2.splat (f64.convert_i32_u (i32.load8_u (i32.add (global.get $prefix) (local.get $cell))))))
      (local.set $y
        (f64x2.splat (f64.convert_i32_u (i32.load8_u (i32.add (global.get $last) (local.get $cell))))))
      (local.set $i (i32.const 0))
      (loop $eachPair
        (local.set $dx
          (f64x2.sub (local.get $x) (v128.load (i32.add (global.get $referencePoints) (local.get $i)))))
        (local.set $dy
          (f64x2.sub (local.get $y) (v128.load offset=384 (i32.add (global.get $referencePoints) (local.get $i)))))
        (v128.store offset=24 (i32.add (local.get $out) (local.get $i))
          (f64x2.mul
            (f64x2.splat (f64.const 0.5))
            (f64x2.sqrt
              (f64x2.add
                (f64x2.mul (local.get $dx) (local.get $dx))
                (f64x2.mul (local.get $dy) (local.get $dy))))))
        (br_if $eachPair
          (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 16))) (local.get $end))))
      (local.set $out (i32.add (local.get $out) (i32.const 448)))
      (br_if $eachCell
        (i32.lt_u (local.tee $cell (i32.add (local.get $cell) (i32.const 1))) (local.get $cells)))))

  (func $costsOf (param $point i32) (result i32)
    (i32.add (global.get $costs)
      (i32.mul (i32.load8_u (i32.add (global.get $generatedCell) (local.get $point))) (i32.const 448))))

  ;; Four rows of the table at a time, each one column behind the row above it:
  ;;
  ;;   step t   row 0, column t      up = last step's row above, shifted in from $above
  ;;            row 1, column t - 1  diagonal = the step before that, that is, the last step's up
  ;;            row 2, column t - 2  left = last step's own row
  ;;            row 3, column t - 3  goes to $above for the next four rows
  ;;
  ;; Columns before the first cost infinity. Rows after the last are computed and not looked at.
  (func $warp (param $points i32) (param $freeStart i32) (result f64)
    (local $row i32) (local $t i32) (local $end i32) (local $start v128)
    (local $a i32) (local $b i32) (local $c i32) (local $d i32)
    (local $upper v128) (local $lower v128)
    (local $upperUp v128) (local $lowerUp v128) (local $upperDiagonal v128) (local $lowerDiagonal v128)
    (local.set $start (f64x2.splat (select (f64.const 0) (f64.const inf) (local.get $freeStart))))
    (loop $filling
      (v128.store offset=24 (i32.add (global.get $above) (local.get $t)) (local.get $start))
      (br_if $filling
        (i32.le_u
          (local.tee $t (i32.add (local.get $t) (i32.const 16)))
          (i32.shl (local.get $points) (i32.const 3)))))
    (f64.store offset=24 (global.get $above) (f64.const 0))
    (local.set $end (i32.shl (i32.add (local.get $points) (i32.const 3)) (i32.const 3)))
    (loop $fourRows
      (local.set $a (call $costsOf (local.get $row)))
      (local.set $b (call $costsOf (i32.add (local.get $row) (i32.const 1))))
      (local.set $c (call $costsOf (i32.add (local.get $row) (i32.const 2))))
      (local.set $d (call $costsOf (i32.add (local.get $row) (i32.const 3))))
      (if (i32.le_u (i32.sub (local.get $points) (local.get $row)) (i32.const 4))
        (then
          ;; The last row is among these: stop when it reaches the last column.
          (local.set $end
            (i32.shl
              (i32.sub (i32.add (local.get $points) (i32.sub (local.get $points) (local.get $row))) (i32.const 1))
              (i32.const 3)))))
      (local.set $upper (f64x2.splat (f64.const inf)))
      (local.set $lower (f64x2.splat (f64.const inf)))
      (local.set $upperDiagonal
        (f64x2.replace_lane 0 (local.get $upper) (f64.load offset=24 (global.get $above))))
      (local.set $lowerDiagonal (local.get $lower))
      (local.set $t (i32.const 8))
      (loop $step
        (local.set $lowerUp
          (i8x16.shuffle 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 (local.get $upper) (local.get $lower)))
        (local.set $upperUp
          (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
            (v128.load64_zero offset=24 (i32.add (global.get $above) (local.get $t)))
            (local.get $upper)))
        (local.set $upper
          (f64x2.add
            (v128.load64_lane offset=8 1
              (i32.add (local.get $b) (local.get $t))
              (v128.load64_zero offset=16 (i32.add (local.get $a) (local.get $t))))
            (f64x2.pmin (f64x2.pmin (local.get $upperDiagonal) (local.get $upper)) (local.get $upperUp))))
        (local.set $lower
          (f64x2.add
            (v128.load64_lane 1
              (i32.sub (i32.add (local.get $d) (local.get $t)) (i32.const 8))
              (v128.load64_zero (i32.add (local.get $c) (local.get $t))))
            (f64x2.pmin (f64x2.pmin (local.get $lowerDiagonal) (local.get $lower)) (local.get $lowerUp))))
        (local.set $upperDiagonal (local.get $upperUp))
        (local.set $lowerDiagonal (local.get $lowerUp))
        (v128.store64_lane 1 (i32.add (global.get $above) (local.get $t)) (local.get $lower))
        (br_if $step
          (i32.le_u (local.tee $t (i32.add (local.get $t) (i32.const 8))) (local.get $end))))
      (br_if $fourRows
        (i32.lt_u (local.tee $row (i32.add (local.get $row) (i32.const 4))) (local.get $points))))
    (v128.store (global.get $lanes) (local.get $upper))
    (v128.store offset=16 (global.get $lanes) (local.get $lower))
    (f64.load
      (i32.add (global.get $lanes)
        (i32.shl (i32.and (i32.sub (local.get $points) (i32.const 1)) (i32.const 3)) (i32.const 3)))))

  ;; One day: the points from $point on. With $maxN 0 no sums, without $wantsWarping no time warping.
  (func $day (param $day i32) (param $point i32) (param $points i32)
    (param $maxN i32) (param $wantsWarping i32) (param $freeStart i32)
    (local $generatedCells i32) (local $cells i32)
    (local.set $generatedCells
      (call $number
        (i32.add (global.get $generatedX) (local.get $point)) (i32.add (global.get $generatedY) (local.get $point))
        (local.get $points) (global.get $generatedCell)
        (global.get $generatedMask) (global.get $referenceMask) (i32.const 0)))
    (local.set $cells
      (call $number
        (i32.add (global.get $referenceX) (local.get $point)) (i32.add (global.get $referenceY) (local.get $point))
        (local.get $points) (global.get $referenceCell)
        (global.get $referenceMask) (global.get $generatedMask) (local.get $generatedCells)))
    (global.set $base (i32.add (global.get $base) (local.get $cells)))
    (if (local.get $wantsWarping)
      (then
        (call $measureCosts (local.get $point) (local.get $points) (local.get $generatedCells))
        (f64.store (i32.add (global.get $warping) (i32.shl (local.get $day) (i32.const 3)))
          (call $warp (local.get $points) (local.get $freeStart)))))
    (if (local.get $maxN)
      (then
        (call $ngrams
          (local.get $points) (local.get $cells) (local.get $generatedCells)
          (call $minimum (local.get $maxN) (local.get $points))
          (i32.add (global.get $sums) (i32.mul (local.get $day) (i32.const 40)))))))

  ;; Days 0 to $days - 1 as $offsets has them; a day without points is left out.
  (func (export "days") (param $days i32) (param $maxN i32) (param $wantsWarping i32) (param $freeStart i32)
    (local $day i32) (local $point i32) (local $points i32)
    ;; A batch adds less than 2^20 to the base.
    (if (i32.gt_u (global.get $base) (i32.const 0x40000000))
      (then
        (memory.fill (global.get $slots) (i32.const 0) (i32.const 262144))
        (global.set $base (i32.const 1))))
    (block $done
      (loop $each
        (br_if $done (i32.ge_u (local.get $day) (local.get $days)))
        (local.set $point
          (i32.load (i32.add (global.get $offsets) (i32.shl (local.get $day) (i32.const 2)))))
        (local.set $points
          (i32.sub
            (i32.load offset=4 (i32.add (global.get $offsets) (i32.shl (local.get $day) (i32.const 2))))
            (local.get $point)))
        (if (local.get $points)
          (then
            (call $day (local.get $day) (local.get $point) (local.get $points)
              (local.get $maxN) (local.get $wantsWarping) (local.get $freeStart))))
        (local.set $day (i32.add (local.get $day) (i32.const 1)))
        (br $each))))
)
